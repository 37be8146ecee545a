package slipread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"krapao/backend/platform/confine"
	"krapao/backend/platform/thaiqr"
)

// searchName is the name under which the child process finds its search. Tests set another one.
var searchName = "slip"

func init() { confine.Serve(searchName, runSearch) }

// searchResult is the child's result: the texts of the slips' codes, or a verdict.
type searchResult struct {
	Texts   []string `json:"texts,omitempty"`
	Verdict string   `json:"verdict,omitempty"`
	Why     string   `json:"why,omitempty"`
}

var verdicts = map[string]error{"type": ErrType, "unreadable": ErrUnreadable, "size": ErrSize, "no code": ErrNoQR, "no slip": ErrNotSlip}

// runSearch runs the search in the child process. If it uses all its CPU time before it has searched the
// whole picture once, the verdict is ErrSize.
func runSearch(ctx context.Context, in io.Reader) ([]byte, error) {
	picture, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	slips, err := Search(ctx, picture)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: its CPU time is used up", ErrSize)
	}
	if err == nil {
		var f searchResult
		for _, slip := range slips {
			f.Texts = append(f.Texts, slip.Text)
		}
		return json.Marshal(f)
	}
	for name, verdict := range verdicts {
		if errors.Is(err, verdict) {
			return json.Marshal(searchResult{Verdict: name, Why: err.Error()})
		}
	}
	return nil, err
}

// decodeResult runs in the server. It does not trust the child, and parses the codes' texts itself.
func decodeResult(out []byte) ([]Result, error) {
	var f searchResult
	if err := json.Unmarshal(out, &f); err != nil {
		return nil, fmt.Errorf("slipread: the child's result: %w", err)
	}
	if len(f.Texts) > maxSlips {
		return nil, fmt.Errorf("slipread: the child found %d slips", len(f.Texts))
	}
	var slips []Result
	for _, text := range f.Texts {
		slip, err := thaiqr.ParseSlip(text)
		if err != nil {
			return nil, err
		}
		slips = append(slips, Result{Slip: slip, Text: text})
	}
	if len(slips) > 0 {
		return slips, nil
	}
	verdict, known := verdicts[f.Verdict]
	if !known {
		return nil, fmt.Errorf("slipread: the child's verdict is %q", f.Verdict)
	}
	return nil, fmt.Errorf("%w (%s)", verdict, f.Why)
}
