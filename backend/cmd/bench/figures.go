package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// The table of a run stands between these lines of a document.
const (
	tableBegin = "<!-- make figures writes this table -->\n"
	tableEnd   = "<!-- end of the table -->\n"
)

// writeTable replaces the table in a Markdown document.
func writeTable(path string, rows []row, of machine) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(text, []byte(tableBegin))
	_, after, ended := bytes.Cut(rest, []byte(tableEnd))
	if !found || !ended {
		return fmt.Errorf("%s has no table of a run", path)
	}
	return os.WriteFile(path, bytes.Join([][]byte{before, []byte(tableBegin + formatTable(rows, of) + tableEnd), after}, nil), 0o644)
}

// formatTable returns rows as a Markdown table, with the machine above it.
func formatTable(rows []row, of machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Commit %s, %d cores (%s), %s, medians of %d runs.\n\n", of.Commit, of.CPUs, of.CPU, of.Go, of.Rounds)
	b.WriteString("| what | clients | per second | p50 ms | p99 ms | CPU ms | value | goal |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.What, formatNumber("%.0f", float64(r.Clients)), formatNumber("%.0f", r.Rate),
			formatNumber("%.1f", r.P50), formatNumber("%.1f", r.P99), formatNumber("%.2f", r.CPU), strings.TrimSpace(formatNumber("%.2f", r.Value)+" "+r.Unit), r.Goal)
	}
	return b.String()
}

// formatNumber formats a figure; one that was not measured is empty.
func formatNumber(format string, v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf(format, v)
}
