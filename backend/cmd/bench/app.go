package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// benchApp returns the sizes of the built app, as tools/app-budget.mjs computes them.
func benchApp(ctx context.Context) (rows []row, err error) {
	check := exec.CommandContext(ctx, "node", "tools/app-budget.mjs", "--json")
	check.Stderr = os.Stderr
	out, err := check.Output()
	if err != nil {
		return nil, fmt.Errorf("tools/app-budget.mjs: %w", err)
	}
	return rows, json.Unmarshal(out, &rows)
}
