package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// spec D8.10
func TestOperatorTotp_InProduction_PrintsNoCode(t *testing.T) {
	c := newConsole(t)
	c.mustRun("operator add nok admin", "a long password\n")
	var out bytes.Buffer
	production := tools{cfg: config.Config{Profile: "production"}, server: &server.Server{}}

	err := production.runOperatorCommand(t.Context(), []string{"totp", "nok"}, &out)

	if err == nil || out.Len() != 0 {
		t.Errorf("in production: %q, %v", out.String(), err)
	}
	if code := c.mustRun("operator totp nok", ""); !regexp.MustCompile(`^\d{6}\n$`).MatchString(code) {
		t.Errorf("in development: %q", code)
	}
}

func TestUsage_Requested_IsPrintedWithoutADatabase(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DATA_DIR", dir)
	for args, want := range map[string]error{
		"help": errUsage, "-h": errUsage, "serve --help": errUsage, "edit -h": errEditUsage, "reconcile -h": errReconcileUsage,
	} {
		var out bytes.Buffer

		err := run(t.Context(), strings.Fields(args), &out)

		if err != nil || out.String() != want.Error()+"\n" {
			t.Errorf("%s: %q, %v", args, out.String(), err)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the commands made %v, %v", files, err)
	}
}
