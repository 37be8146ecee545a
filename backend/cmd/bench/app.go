package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	tags     = regexp.MustCompile(`(?:src|href)="/(assets/[^"]+\.js)"`)
	precache = regexp.MustCompile(`"?url"?:\s*"([^"]+)"`)
)

// benchApp sums brotli bytes: the scripts that any first page loads (those that
// index.html names and whatever they import statically; the page's own chunk
// comes on top), and everything that the service worker keeps for offline.
func benchApp(dist string) ([]row, error) {
	page, err := os.ReadFile(filepath.Join(dist, "index.html"))
	if err != nil {
		return nil, errors.New("the app is not built: run make bench")
	}
	scripts := map[string]bool{}
	for _, m := range tags.FindAllStringSubmatch(string(page), -1) {
		if err := follow(dist, m[1], scripts); err != nil {
			return nil, err
		}
	}
	first, err := total(dist, scripts)
	if err != nil {
		return nil, err
	}
	worker, err := os.ReadFile(filepath.Join(dist, "sw.js"))
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	for _, m := range precache.FindAllStringSubmatch(string(worker), -1) {
		kept[m[1]] = true
	}
	if len(kept) == 0 {
		return nil, errors.New("no precache list was found in sw.js")
	}
	offline, err := total(dist, kept)
	return []row{
		{What: fmt.Sprintf("scripts of every first page, brotli (%d files; e2e/budget counts a whole one)", len(scripts)), Value: first, Unit: "kB", Goal: "<= 180 kB"},
		{What: fmt.Sprintf("precache, brotli (%d files)", len(kept)), Value: offline, Unit: "kB", Goal: "<= 600 kB"},
	}, err
}

var imports = regexp.MustCompile(`(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from\s*)?["']\./([^"']+\.js)["']`)

// follow adds a script and its static imports.
func follow(dist, name string, seen map[string]bool) error {
	if seen[name] {
		return nil
	}
	seen[name] = true
	text, err := os.ReadFile(filepath.Join(dist, name))
	if err != nil {
		return err
	}
	for _, m := range imports.FindAllStringSubmatch(string(text), -1) {
		if err := follow(dist, "assets/"+m[1], seen); err != nil {
			return err
		}
	}
	return nil
}

// total sums files in kB of 1,000 bytes, as sent with brotli where they are.
func total(dist string, names map[string]bool) (float64, error) {
	bytes := int64(0)
	for name := range names {
		path := filepath.Join(dist, filepath.FromSlash(strings.TrimPrefix(name, "/")))
		info, err := os.Stat(path + ".br")
		if err != nil {
			if info, err = os.Stat(path); err != nil {
				return 0, err
			}
		}
		bytes += info.Size()
	}
	return float64(bytes) / 1000, nil
}
