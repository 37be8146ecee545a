package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// event is one line of the journal. Exactly one field is set, and Webhooks may be set, too.
type event struct {
	Transfer *transfer `json:"transfer,omitempty"`
	Message  *message  `json:"message,omitempty"`
	Used     string    `json:"used,omitempty"`  // an SMS token whose code was entered correctly
	Verified string    `json:"asked,omitempty"` // a slip verified with logging on

	Payout    *payout        `json:"payout,omitempty"`
	PayoutEnd *payoutOutcome `json:"payoutEnd,omitempty"`

	QROrder *qrOrder  `json:"qrOrder,omitempty"`
	QREnd   *qrChange `json:"qrEnd,omitempty"`

	Voucher  *voucher    `json:"voucher,omitempty"`
	Redeemed *redemption `json:"redeemed,omitempty"`

	GamePlayer   *gamePlayer   `json:"gamePlayer,omitempty"` // created, or with a new password
	GameTransfer *gameTransfer `json:"gameTransfer,omitempty"`
	GameEnd      *gameOutcome  `json:"gameEnd,omitempty"`
	GamePlay     *gamePlay     `json:"gamePlay,omitempty"`
	GameCredit   *gameCredit   `json:"gameCredit,omitempty"`

	// Webhooks are the webhooks that report this event. Received is the id of a webhook that was received.
	Webhooks []*webhook `json:"owed,omitempty"`
	Received int64      `json:"heard,omitempty"`
}

// journal is an append-only file of events, one JSON line each. A line is on disk before the call's
// response is sent. A kill may leave an incomplete last line. The call of that line got no response, so
// the next start removes the line.
type journal struct{ file *os.File }

func openJournal(dir string, replay func(event)) (*journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, "journal.jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	end, err := readEvents(file, replay)
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("sandbox: journal: %w", err)
	}
	return &journal{file}, nil
}

// readEvents calls replay for each complete line, and returns the offset at which these lines end.
func readEvents(file *os.File, replay func(event)) (end int64, err error) {
	in := bufio.NewReaderSize(file, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return end, fmt.Errorf("a line is damaged: %w", err)
		}
		replay(e)
		end += int64(len(line))
	}
}

// append writes an event to disk. The caller must hold Sandbox.mu.
func (j *journal) append(e event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }
