package push

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// spec D6.15
func TestTexts_EveryKind_ExistInThreeLanguagesAndFitAPush(t *testing.T) {
	args := map[string]string{"amount": "123456789.00", "currency": "LAK", "name": strings.Repeat("ก", 500)}
	for kind := range kinds {
		for _, locale := range []string{"th", "lo", "en"} {
			w := texts[kind][locale]
			if w.title == "" || w.body == "" || (w.details == "") != (kind == PasswordChanged) {
				t.Errorf("%s in %s: %+v", kind, locale, w)
			}
			m, err := newMessage(sendPush{What: kind, Args: args, Notice: uuid.New()}, locale, false, true)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.payload) > 1024 || len(m.topic) > 32 || strings.ContainsAny(string(m.payload), "{}") && strings.Contains(string(m.payload), "{name}") {
				t.Errorf("%s in %s: %d bytes, topic %q", kind, locale, len(m.payload), m.topic)
			}
		}
	}
	if len(texts) != len(kinds) {
		t.Errorf("%d kinds have texts, %d kinds exist", len(texts), len(kinds))
	}
}

// spec D6.17
func TestTexts_MemberHidesDetails_OmitAmountsAndNames(t *testing.T) {
	args := map[string]string{"amount": "98765.00", "name": "Somchai"}
	for kind := range kinds {
		for _, locale := range []string{"th", "lo", "en"} {
			m, err := newMessage(sendPush{What: kind, Args: args, Notice: uuid.New()}, locale, false, false)
			if err != nil {
				t.Fatal(err)
			}
			var s payload
			if err := json.Unmarshal(m.payload, &s); err != nil {
				t.Fatal(err)
			}
			if text := s.Title + s.Body; strings.Contains(text, "98") || strings.Contains(text, "Somchai") {
				t.Errorf("%s in %s: %s", kind, locale, text)
			}
		}
	}
}

func TestTexts_Details_AreFormattedAsInTheApp(t *testing.T) {
	for want, c := range map[string]struct {
		locale string
		args   map[string]string
	}{
		"เงินเข้า 12,500.00 บาท แตะเพื่อดูรายการ":        {"th", map[string]string{"amount": "12500.00"}},
		"ເງິນເຂົ້າ 1,250,000.00 ກີບ ກົດເພື່ອເບິ່ງລາຍການ": {"lo", map[string]string{"amount": "1250000.00", "currency": "LAK"}},
		"500.00 baht was added. Tap to see it": {"en", map[string]string{"amount": "500.00", "currency": "BAHT"}},
		"Tap to see it":                        {"en", nil}, // no amount known: no gap in the sentence
	} {
		if _, body := writeText(DepositCredited, c.locale, c.args, true); body != want {
			t.Errorf("%q, want %q", body, want)
		}
	}
}

func TestTexts_LongName_IsCutToOneLine(t *testing.T) {
	_, body := writeText(SessionNew, "en", map[string]string{"name": "Chrome\n\nAndroid " + strings.Repeat("x", 300)}, true)

	if strings.ContainsAny(body, "\n") || len(body) > 200 || !strings.HasPrefix(body, "Chrome Android x") {
		t.Fatal(body)
	}
}

func TestTexts_NameWithBidiCharacters_KeepTheSentenceInOrder(t *testing.T) {
	for name, want := range map[string]string{
		"\u202eIAHCMOS": "A message from IAHCMOS. Tap to read and reply",
		"محمد":          "A message from \u2068محمد\u2069. Tap to read and reply",
	} {
		if _, body := writeText(ChatReply, "en", map[string]string{"name": name}, true); body != want {
			t.Errorf("%+q: %+q", name, body)
		}
	}
}
