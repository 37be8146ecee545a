package content

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"krapao/backend/platform/plain"
)

// hostName matches texts that look like a host name: parts with dots between, the last part in Latin
// letters. Several characters look like a dot. The app uses the same rule.
var hostName = regexp.MustCompile(`[\p{L}\p{M}\p{N}-]+(?:[.\x{2024}\x{3002}\x{ff61}][\p{L}\p{M}\p{N}-]+)*[.\x{2024}\x{3002}\x{ff61}][a-z]{2,}`)

// mayLink returns whether operators may link to an address. It must be https, and have no user name, which
// would look like a host.
func mayLink(u *url.URL) bool { return u.Scheme == "https" && u.Host != "" && u.User == nil }

// namesAnotherHost returns whether a link's words look like another host than the link's own. Words like
// terms.pdf also look like a host.
func namesAnotherHost(text string, u *url.URL) bool {
	for _, named := range hostName.FindAllString(strings.ToLower(plain.Fold(text)), -1) {
		if !strings.HasSuffix("."+strings.ToLower(u.Hostname()), "."+strings.TrimPrefix(named, "www.")) {
			return true
		}
	}
	return false
}

// removeLinks removes from sanitised HTML the links whose words look like another host. Their words stay.
func removeLinks(clean string) string {
	var out, inside, text strings.Builder
	tag := "" // of the open link
	closeLink := func() {
		if tag == "" {
			return
		}
		if namesAnotherHost(text.String(), linkAddress(tag)) {
			out.WriteString(inside.String())
		} else {
			out.WriteString(tag + inside.String() + "</a>")
		}
		tag = ""
	}
	for tokens := html.NewTokenizer(strings.NewReader(clean)); ; {
		kind := tokens.Next()
		raw := string(tokens.Raw())
		token := tokens.Token()
		switch {
		case kind == html.ErrorToken:
			closeLink()
			return out.String()
		case token.Data == "a" && kind != html.TextToken:
			closeLink() // a nested link ends the outer one, as in a browser
			if kind == html.StartTagToken {
				tag = raw
				inside.Reset()
				text.Reset()
			}
		case tag == "":
			out.WriteString(raw)
		default:
			inside.WriteString(raw)
			if kind == html.TextToken {
				text.WriteString(token.Data)
			}
		}
	}
}

// linkAddress returns the address of an <a> tag, or nil.
func linkAddress(tag string) *url.URL {
	tokens := html.NewTokenizer(strings.NewReader(tag))
	tokens.Next()
	for _, attr := range tokens.Token().Attr {
		if u, err := url.Parse(attr.Val); attr.Key == "href" && err == nil {
			return u
		}
	}
	return &url.URL{}
}
