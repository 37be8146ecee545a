package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"krapao/backend/cashier/slipread"
)

// benchSlip makes the sandbox draw slips of several banks, and measures how long the server's code needs to read them.
func benchSlip(ctx context.Context, dir string) ([]row, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_ = listener.Close()
	sandboxCmd := exec.Command(filepath.Join("bin", "sandbox"))
	sandboxCmd.Env = append(os.Environ(), "SANDBOX_PORT="+port, "DATA_DIR="+dir)
	if err := sandboxCmd.Start(); err != nil {
		return nil, fmt.Errorf("the sandbox (make builds it into bin/): %w", err)
	}
	defer func() { _ = sandboxCmd.Process.Signal(syscall.SIGTERM); _ = sandboxCmd.Wait() }()
	base := "http://127.0.0.1:" + port
	pictures, err := fetchSlips(base)
	if err != nil {
		return nil, err
	}
	var took []float64
	for range runSize.slipRounds {
		for _, picture := range pictures {
			started := time.Now()
			if _, err := slipread.Search(ctx, picture); err != nil {
				return nil, err
			}
			took = append(took, float64(time.Since(started))/float64(time.Millisecond))
		}
	}
	slices.Sort(took)
	return []row{{What: "read a slip's QR on the server", Clients: 1, P50: took[len(took)/2], P99: took[len(took)*99/100]}}, nil
}

// fetchSlips makes transfers from several banks, and returns their slips as PNG and JPEG.
func fetchSlips(base string) ([][]byte, error) {
	for range 100 {
		if res, err := http.Get(base + "/healthz"); err == nil {
			_ = res.Body.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	var pictures [][]byte
	for _, bank := range []string{"KBANK", "KTB", "SCB", "BBL", "GSB", "BAY"} {
		body := `{"fromBank":"` + bank + `","fromAccountNo":"9876544821","fromName":"SOMCHAI JAIDEE","toBank":"KBANK","toAccountNo":"0483921567","toName":"X","amount":500}`
		res, err := http.Post(base+"/bank/transfers", "application/json", strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		var made struct{ Slip struct{ PNG, JPG string } }
		err = json.NewDecoder(res.Body).Decode(&made)
		_ = res.Body.Close()
		if err != nil {
			return nil, err
		}
		for _, path := range []string{made.Slip.PNG, made.Slip.JPG} {
			res, err := http.Get(base + path)
			if err != nil {
				return nil, err
			}
			var picture bytes.Buffer
			_, err = io.Copy(&picture, res.Body)
			_ = res.Body.Close()
			if err != nil {
				return nil, err
			}
			pictures = append(pictures, picture.Bytes())
		}
	}
	return pictures, nil
}
