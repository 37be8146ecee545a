package content

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"krapao/backend/platform/plain"
)

// hostName finds what looks like a host: parts with dots between, the last one of Latin letters. Several
// characters look like a dot. The app uses the same rule.
var hostName = regexp.MustCompile(`[\p{L}\p{M}\p{N}-]+(?:[.\x{2024}\x{3002}\x{ff61}][\p{L}\p{M}\p{N}-]+)*[.\x{2024}\x{3002}\x{ff61}][a-z]{2,}`)

// mayLink returns whether operators may link to an address: https without a user's name, which looks like a
// host.
func mayLink(u *url.URL) bool { return u.Scheme == "https" && u.Host != "" && u.User == nil }

// namesAnotherHost returns whether a link's words look like the address of another host than the one that
// the link leads to. A word such as terms.pdf does, too.
func namesAnotherHost(words string, u *url.URL) bool {
	for _, named := range hostName.FindAllString(strings.ToLower(plain.Fold(words)), -1) {
		if !strings.HasSuffix("."+strings.ToLower(u.Hostname()), "."+strings.TrimPrefix(named, "www.")) {
			return true
		}
	}
	return false
}

// unlink returns sanitised HTML without the links whose words name another host. Their words stay.
func unlink(clean string) string {
	var out, inside, words strings.Builder
	tag := "" // of the open link
	closeLink := func() {
		if tag == "" {
			return
		}
		if namesAnotherHost(words.String(), hrefOf(tag)) {
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
			closeLink() // a link within a link ends it, as in a browser
			if kind == html.StartTagToken {
				tag = raw
				inside.Reset()
				words.Reset()
			}
		case tag == "":
			out.WriteString(raw)
		default:
			inside.WriteString(raw)
			if kind == html.TextToken {
				words.WriteString(token.Data)
			}
		}
	}
}

// hrefOf returns the address of a link by its tag.
func hrefOf(tag string) *url.URL {
	tokens := html.NewTokenizer(strings.NewReader(tag))
	tokens.Next()
	for _, attr := range tokens.Token().Attr {
		if u, err := url.Parse(attr.Val); attr.Key == "href" && err == nil {
			return u
		}
	}
	return &url.URL{}
}
