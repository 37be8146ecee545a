package chat

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/plain"
)

// The types of messages.
const (
	text         = "text"
	buttons      = "buttons"
	media        = "media"
	quickReplies = "quick_replies"
	generic      = "generic"
	postback     = "postback"
)

const (
	maxText    = 2000 // code points
	maxTitle   = 80
	maxButtons = 3
	maxReplies = 11
	maxCards   = 10
	maxPreview = 80
)

// Message is a message of any type. Its type determines the payload's shape:
//
//	text           "hello"
//	media          {"message": "", "url": false, "fileType": "image", "filePath": "chat/x1", "name": "slip.jpg"}
//	buttons        {"text": "Your account", "buttons": [{"type": "web", "title": "Open", "payload": "https://…"}]}
//	quick_replies  {"text": "Which bank?", "quick_replies": [{"type": "postback", "title": "KBank", "payload": "BANK:KBANK"}]}
//	generic        {"elements": [{"image_url": "chat/x2", "title": "Step 1", "subtitle": "", "buttons": []}]}
//	postback       {"title": "KBank", "payload": "BANK:KBANK"}
//
// A button's type is web (an https address), call (a phone number), postback (returns as a postback
// message) or other (shown only).
type Message struct {
	Type    string          `json:"message_type" enum:"text,buttons,media,quick_replies,generic,postback"`
	Payload json.RawMessage `json:"payload" doc:"Its shape depends on message_type."`
}

// Button is a button of a message.
type Button struct {
	Type    string `json:"type" enum:"web,call,postback,other"`
	Title   string `json:"title"`
	Payload string `json:"payload"`
}

// payload is the checked content of a message: one of the types below.
type payload interface{ payload() }

func (textPayload) payload()         {}
func (buttonsPayload) payload()      {}
func (quickRepliesPayload) payload() {}
func (genericPayload) payload()      {}
func (postbackPayload) payload()     {}
func (*mediaPayload) payload()       {}

type textPayload string

type buttonsPayload struct {
	Text    string   `json:"text"`
	Buttons []Button `json:"buttons"`
}

type quickRepliesPayload struct {
	Text    string   `json:"text"`
	Replies []Button `json:"quick_replies"`
}

type messageCard struct {
	ImageURL string   `json:"image_url,omitempty"`
	ImageSrc string   `json:"image_src,omitempty"`
	Title    string   `json:"title"`
	Subtitle string   `json:"subtitle,omitempty"`
	Buttons  []Button `json:"buttons,omitempty"`
}

type genericPayload struct {
	Elements []messageCard `json:"elements"`
}

type postbackPayload struct {
	Title   string `json:"title"`
	Payload string `json:"payload"`
}

// mediaPayload is a media message as it is stored. Src and Thumb are set at each delivery.
type mediaPayload struct {
	Message  string `json:"message"`
	URL      bool   `json:"url"`
	FileType string `json:"fileType"`
	FilePath string `json:"filePath"`
	Name     string `json:"name"`
	Mime     string `json:"mime,omitempty"`
	Size     int64  `json:"size,omitempty"`
	Width    *int32 `json:"width,omitempty"`
	Height   *int32 `json:"height,omitempty"`
	HasThumb bool   `json:"hasThumb,omitempty"`
	Src      string `json:"src,omitempty"`
	Thumb    string `json:"thumb,omitempty"`
}

// checkedMessage is a checked message. It has the payload to store, one line of plain text for lists, and the
// paths of its files. The files must belong to the conversation.
type checkedMessage struct {
	kind    string
	payload payload
	preview string
	files   []string
}

// checkMessage checks a message of a sender. Error: INVALID_USER_INFO with the invalid field.
func checkMessage(m Message, sender string) (checkedMessage, error) {
	d := checkedMessage{kind: m.Type}
	var err error
	switch {
	case m.Type == text:
		err = d.text(m.Payload)
	case m.Type == media:
		err = d.media(m.Payload)
	case m.Type == postback && sender == customer:
		err = d.postback(m.Payload)
	case m.Type == buttons && sender == support:
		err = d.buttons(m.Payload)
	case m.Type == quickReplies && sender == support:
		err = d.quickReplies(m.Payload)
	case m.Type == generic && sender == support:
		err = d.generic(m.Payload)
	default:
		err = badField("message.message_type")
	}
	d.preview = cutText(strings.Join(strings.Fields(plain.WithoutBidi(d.preview)), " "), maxPreview)
	return d, err
}

func badField(field string) error { return apperr.Field(apperr.InvalidUserInfo, field) }

func (d *checkedMessage) text(raw json.RawMessage) error {
	var body string
	if json.Unmarshal(raw, &body) != nil {
		return badField("message.payload")
	}
	if !cleanText(&body) {
		return badField("message.payload")
	}
	d.payload, d.preview = textPayload(body), body
	return nil
}

func (d *checkedMessage) media(raw json.RawMessage) error {
	var p mediaPayload
	if json.Unmarshal(raw, &p) != nil || p.URL || !filePath.MatchString(p.FilePath) || utf8.RuneCountInString(p.Message) > maxText {
		return badField("message.payload")
	}
	d.payload, d.files, d.preview = &mediaPayload{Message: plain.Text(p.Message), FilePath: p.FilePath}, []string{p.FilePath}, p.Message
	return nil
}

func (d *checkedMessage) postback(raw json.RawMessage) error {
	var p postbackPayload
	if json.Unmarshal(raw, &p) != nil || !cleanTitle(&p.Title) || utf8.RuneCountInString(p.Payload) > maxText {
		return badField("message.payload")
	}
	d.payload, d.preview = p, p.Title
	return nil
}

func (d *checkedMessage) buttons(raw json.RawMessage) error {
	var p buttonsPayload
	if json.Unmarshal(raw, &p) != nil || !cleanText(&p.Text) || len(p.Buttons) == 0 {
		return badField("message.payload")
	}
	d.payload, d.preview = p, p.Text
	return checkButtons(p.Buttons, maxButtons)
}

func (d *checkedMessage) quickReplies(raw json.RawMessage) error {
	var p quickRepliesPayload
	if json.Unmarshal(raw, &p) != nil || !cleanText(&p.Text) || len(p.Replies) == 0 {
		return badField("message.payload")
	}
	for i := range p.Replies {
		p.Replies[i].Type = postback
	}
	d.payload, d.preview = p, p.Text
	return checkButtons(p.Replies, maxReplies)
}

func (d *checkedMessage) generic(raw json.RawMessage) error {
	var p genericPayload
	if json.Unmarshal(raw, &p) != nil || len(p.Elements) == 0 || len(p.Elements) > maxCards {
		return badField("message.payload")
	}
	for i := range p.Elements {
		e := &p.Elements[i]
		e.ImageSrc, e.Subtitle = "", plain.Line(e.Subtitle)
		if !cleanTitle(&e.Title) || utf8.RuneCountInString(e.Subtitle) > 2*maxTitle {
			return badField("message.payload")
		}
		if e.ImageURL != "" {
			if !filePath.MatchString(e.ImageURL) {
				return badField("message.payload")
			}
			d.files = append(d.files, e.ImageURL)
		}
		if err := checkButtons(e.Buttons, maxButtons); err != nil {
			return err
		}
	}
	d.payload, d.preview = p, p.Elements[0].Title
	return nil
}

var (
	filePath    = regexp.MustCompile(`^chat/[a-z0-9]{26}$`)
	phoneNumber = regexp.MustCompile(`^\+?[0-9][0-9 -]{2,19}$`)
)

func checkButtons(list []Button, limit int) error {
	if len(list) > limit {
		return badField("message.payload")
	}
	for i := range list {
		b := &list[i]
		ok := cleanTitle(&b.Title) && utf8.RuneCountInString(b.Payload) <= maxText
		switch b.Type {
		case "web":
			u, err := url.Parse(b.Payload)
			ok = ok && err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
		case "call":
			ok = ok && phoneNumber.MatchString(b.Payload)
		case postback, "other":
		default:
			ok = false
		}
		if !ok {
			return badField("message.payload")
		}
	}
	return nil
}

// cleanText cleans a text of several lines. It reports whether the result is not empty and not too long.
func cleanText(text *string) bool { return cleanAndCheck(text, plain.Text, maxText) }

// cleanTitle does the same for a single line.
func cleanTitle(text *string) bool { return cleanAndCheck(text, plain.Line, maxTitle) }

func cleanAndCheck(text *string, clean func(string) string, limit int) bool {
	if strings.ContainsRune(*text, 0) { // no keyboard writes a NUL
		return false
	}
	*text = clean(*text)
	return *text != "" && utf8.RuneCountInString(*text) <= limit
}

func cutText(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}

// encode writes JSON without HTML escapes, since it never becomes part of a page's HTML.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(out.Bytes(), "\n"), err
}
