package backend_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trimsWithoutPlain are the files that may trim a text without package plain, each with the reason: the
// text is not shown to other users, or the file parses the text in another way.
var trimsWithoutPlain = map[string]string{
	"identity/register.go":           "names are refused, not cleaned; passwords are taken as typed",
	"identity/account.go":            "a name",
	"identity/passkey/register.go":   "a name",
	"identity/passkey/passkey.go":    "a name",
	"chat/author.go":                 "a name",
	"identity/rules.go":              "a name in Latin letters",
	"identity/session.go":            "a browser's name",
	"identity/payout.go":             "a search",
	"identity/member.go":             "an _id",
	"desk/member.go":                 "an _id",
	"cashier/bank/items.go":          "an _id",
	"statement/reference.go":         "a reference that is searched for",
	"statement/place.go":             "a bank's text",
	"push/key.go":                    "a file of ours",
	"push/endpoint.go":               "a setting of the environment",
	"content/own_account.go":         "a code of a picture",
	"cashier/giftlink/cipher.go":     "a link",
	"cashier/return.go":              "a bank's text",
	"cashier/bank/unmatched_item.go": "a bank's text",
	"server/demo.go":                 "a file of ours",
}

func TestDomain_TextsOfUsers_AreTrimmedByPackagePlain(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == "platform" || path == "cmd" || path == "sandbox" || path == "provider") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(source), "strings.TrimSpace") {
			return nil
		}
		seen[path] = true
		if trimsWithoutPlain[path] == "" {
			t.Errorf("%s trims a text: use plain.Line or plain.Text", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path := range trimsWithoutPlain {
		if !seen[path] {
			t.Errorf("%s trims nothing any more: remove it from trimsWithoutPlain", path)
		}
	}
}
