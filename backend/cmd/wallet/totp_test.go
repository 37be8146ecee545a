package main

import (
	"bytes"
	"regexp"
	"testing"

	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// spec D8.10
func TestOperatorTotp_InProduction_PrintsNoCode(t *testing.T) {
	c := newConsole(t)
	c.must("operator add nok admin", "a long password\n")
	var out bytes.Buffer
	live := tools{cfg: config.Config{Profile: "production"}, server: &server.Server{}}

	err := live.operator(t.Context(), []string{"totp", "nok"}, &out)

	if err == nil || out.Len() != 0 {
		t.Errorf("in production: %q, %v", out.String(), err)
	}
	if code := c.must("operator totp nok", ""); !regexp.MustCompile(`^\d{6}\n$`).MatchString(code) {
		t.Errorf("elsewhere: %q", code)
	}
}
