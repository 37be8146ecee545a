package content_test

import (
	"testing"

	"krapao/backend/content"
)

// spec D1.29
func TestClean_LinkToAnotherHost_KeepsItsTextOnly(t *testing.T) {
	for in, want := range map[string]string{
		`<a href="https://krapao.example@evil.example/">tap</a>`:                                    `tap`,
		`<a href="https://krapao.example:443@evil.example/">tap</a>`:                                `tap`,
		`<a href="https://evil.example/x">krapao.example</a>`:                                       `krapao.example`,
		`<a href="https://evil.example/x">See <b>krapao</b>.example</a> now`:                        `See <b>krapao</b>.example now`,
		`<a href="https://evil.example/">https://krapao.example/login</a>`:                          `https://krapao.example/login`,
		`<a href="https://evil.example/">WWW.Krapao。Example</a>`:                                    `WWW.Krapao。Example`,
		`<a href="https://evil.example/">krapao&#46;example</a>`:                                    `krapao.example`,
		`<a href="https://evil.example/">krapao&#8203;.example</a>`:                                 `krapao.example`,
		`<a href="https://xn--pple-43d.com/">аpple.com</a>`:                                         `аpple.com`,
		`<a href="https://evil.example/">x<a href="https://krapao.example/">krapao.example</a></a>`: `<a href="https://evil.example/">x</a><a href="https://krapao.example/">krapao.example</a>`,
		`<a href="https://krapao.example/">x</a><a href="https://evil.example/">krapao.example</a>`: `<a href="https://krapao.example/">x</a>krapao.example`,
		`<a href="https://www.krapao.example/a?b=1&amp;c=2">krapao.example</a>`:                     `<a href="https://www.krapao.example/a?b=1&amp;c=2">krapao.example</a>`,
		`<p>1 &lt; 2, พ.ศ. 2567 <a href="https://krapao.example/">น.ส. สมหญิง, v2.0</a></p>`:        `<p>1 &lt; 2, พ.ศ. 2567 <a href="https://krapao.example/">น.ส. สมหญิง, v2.0</a></p>`,
		`<a href="https://evil.example/">krapao.example`:                                            `krapao.example`,
	} {
		got := content.Clean(in)
		if got != want {
			t.Errorf("%s\nbecomes %s\nnot     %s", in, got, want)
		}
		if again := content.Clean(got); again != got {
			t.Errorf("%s, cleaned again: %s", got, again)
		}
	}
}
