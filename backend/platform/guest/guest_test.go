package guest_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/guest"
)

const text = "0f9a1c52-7b3e-4d18-a6c0-5e2b9d4f7a31"

func TestParse_UpperAndLowerCase_AreTheSameGuest(t *testing.T) {
	lower, err := guest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	upper, err := guest.Parse(strings.ToUpper(text))
	if err != nil {
		t.Fatal(err)
	}

	want := sha256.Sum256([]byte("guest\x00" + text))
	if lower != upper || !bytes.Equal(lower.Hash(), upper.Hash()) || !bytes.Equal(lower.Hash(), want[:]) {
		t.Fatalf("%x and %x", lower.Hash(), upper.Hash())
	}
}

func TestParse_IDOfAnotherVersion_IsRefused(t *testing.T) {
	for _, bad := range []string{
		"", "guest", text[:35], text + "0", "{" + text + "}", "urn:uuid:" + text, strings.ReplaceAll(text, "-", ""),
		"0f9a1c52-7b3e-1d18-a6c0-5e2b9d4f7a31", // made from the clock: can be guessed
		"0f9a1c52-7b3e-7d18-a6c0-5e2b9d4f7a31",
		"0f9a1c52-7b3e-4d18-c6c0-5e2b9d4f7a31", // of another variant
		"00000000-0000-0000-0000-000000000000",
	} {
		_, err := guest.Parse(bad)
		if e := apperr.From(err); err == nil || e.Code != apperr.InvalidUserInfo || e.Status != 400 || e.Fields["guestId"] == "" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestGuest_Logged_HidesTheSecret(t *testing.T) {
	id, err := guest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if line := fmt.Sprintf("%v %s", id, id); strings.Contains(line, text[:8]) {
		t.Fatal(line)
	}
}
