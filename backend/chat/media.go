package chat

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/blob"
	"krapao/backend/platform/web"
)

// Kinds of files, the wire's fileType.
const (
	kindImage = "image"
	kindVideo = "video"
)

const (
	maxImage    = 10 << 20
	maxVideo    = 20 << 20
	maxFileName = 120
)

// accepted are the types of each kind, as the file's content tells them.
var accepted = map[string][]string{
	kindImage: {"image/png", "image/jpeg", "image/gif"},
	kindVideo: {"video/mp4", "video/quicktime"},
}

// extensions that a file's name may end in; the name decides nothing else.
var extensions = []string{".mov", ".mp4", ".png", ".jpeg", ".jpg", ".gif"}

// File is an upload that a message may name by its path.
type File struct {
	Path     string `json:"path" doc:"For a media message's filePath."`
	FileType string `json:"fileType" enum:"image,video"`
	Mime     string `json:"mime"`
	Size     int64  `json:"size"`
	Width    *int32 `json:"width,omitempty"`
	Height   *int32 `json:"height,omitempty"`
	Src      string `json:"src" doc:"Good for an hour."`
	Thumb    string `json:"thumb,omitempty"`
}

func (s *Service) fileOf(h web.Holder, m db.ChatMedium) File {
	f := File{Path: "chat/" + m.ID, FileType: m.Kind, Mime: m.Mime, Size: m.Bytes, Width: m.Width, Height: m.Height}
	f.Src, f.Thumb = s.address(h, f.Path, m.Thumb != nil)
	return f
}

// address signs the addresses of a file for a holder.
func (s *Service) address(h web.Holder, filePath string, hasThumb bool) (src, thumb string) {
	src = s.Signer.Sign(h, "/media/"+filePath, addressLife)
	if hasThumb {
		thumb = s.Signer.Sign(h, "/media/"+filePath+"/thumb", addressLife)
	}
	return src, thumb
}

func mediaID(filePath string) string { return strings.TrimPrefix(filePath, "chat/") }

// upload is a file on its way in.
type upload struct {
	conversation int64
	holder       web.Holder
	sender       string
	clientID     uuid.UUID
	name         string
	kind         string // or "" for either
	body         io.Reader
}

// keep stores a file of a conversation. The same clientId again answers the
// file that is there. Errors: SLIP_NO_FILE; SLIP_INVALID_FILE with 415 for its
// name or content, with 413 and maxBytes for its size.
func (s *Service) keep(ctx context.Context, u upload) (File, error) {
	if known, err := s.kept(ctx, u); err != nil {
		return File{}, err
	} else if known != nil {
		return s.fileOf(u.holder, *known), nil
	}
	row, err := s.store(u)
	if err != nil {
		return File{}, err
	}
	row.CreatedAt = s.Clock()
	if _, err := s.q().MediaInsert(ctx, row); err != nil {
		return File{}, err
	}
	known, err := s.kept(ctx, u) // ours, or that of a repeat which was quicker
	if err != nil {
		return File{}, err
	}
	return s.fileOf(u.holder, *known), nil
}

// store looks at a file and puts it where files lie.
func (s *Service) store(u upload) (db.MediaInsertParams, error) {
	row := db.MediaInsertParams{
		ID: strings.ToLower(rand.Text()), ConversationID: u.conversation, Sender: u.sender, ClientID: u.clientID, Kind: kindImage, Name: fileName(u.name),
	}
	if !slices.Contains(extensions, strings.ToLower(path.Ext(u.name))) {
		return row, apperr.Field(apperr.SlipInvalidFile, "file")
	}
	mime, body, err := web.Sniff(u.body)
	if err != nil {
		return row, err
	}
	limit := int64(maxImage)
	if slices.Contains(accepted[kindVideo], mime) {
		row.Kind, limit = kindVideo, maxVideo
	}
	if !slices.Contains(accepted[row.Kind], mime) || (u.kind != "" && u.kind != row.Kind) {
		return row, apperr.Field(apperr.SlipInvalidFile, "file")
	}
	row.Mime = mime
	row.Hash, row.Bytes, err = s.Media.Keep(body, limit)
	if errors.Is(err, blob.ErrTooLarge) {
		return row, apperr.Field(apperr.SlipInvalidFile, "file").WithStatus(http.StatusRequestEntityTooLarge).WithExtra("maxBytes", limit)
	}
	if err != nil || row.Kind != kindImage {
		return row, err
	}
	return row, s.measure(&row)
}

func (s *Service) kept(ctx context.Context, u upload) (*db.ChatMedium, error) {
	m, err := s.q().MediaByClientID(ctx, db.MediaByClientIDParams{ConversationID: u.conversation, Sender: u.sender, ClientID: u.clientID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &m, err
}

// measure looks at a picture and makes its small one. What cannot be read is
// no picture, whatever its first bytes say.
func (s *Service) measure(row *db.MediaInsertParams) error {
	body, err := s.Media.Read(row.Hash)
	if err != nil {
		return err
	}
	size, small, err := thumbnail(body)
	if err != nil {
		return apperr.Field(apperr.SlipInvalidFile, "file")
	}
	w, h := int32(size.X), int32(size.Y)
	row.Width, row.Height = &w, &h
	if small == nil {
		return nil
	}
	hash, _, err := s.Media.Keep(small, maxImage)
	row.Thumb = &hash
	return err
}

// fileName keeps a name's last part, for showing only.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, path.Base(strings.ReplaceAll(name, "\\", "/")))
	if runes := []rune(name); len(runes) > maxFileName {
		name = string(runes[len(runes)-maxFileName:])
	}
	return name
}

// Address answers fresh addresses of a file of the party's own conversation,
// or NO_DATA.
func (s *Service) Address(ctx context.Context, p party, filePath string) (src, thumb string, err error) {
	c, ok, err := s.find(ctx, s.Pool, p)
	if err != nil {
		return "", "", err
	}
	m, err := s.q().MediaByID(ctx, mediaID(filePath))
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && (!ok || m.ConversationID != c.ID)) {
		return "", "", apperr.New(apperr.NoData)
	}
	if err != nil {
		return "", "", err
	}
	src, thumb = s.address(p.holder(ctx), "chat/"+m.ID, m.Thumb != nil)
	return src, thumb, nil
}
