package chat

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// The kinds of files; in JSON the field fileType.
const (
	kindImage = "image"
	kindVideo = "video"
)

const maxFileName = 120

// accepted maps each kind to its media types, and each type to its largest size in bytes. The type is
// detected from the file's content.
var accepted = map[string]map[string]int64{
	kindImage: {"image/png": maxImage, "image/jpeg": maxImage, "image/gif": maxImage},
	kindVideo: {"video/mp4": maxVideo, "video/quicktime": maxVideo},
}

const (
	maxImage = 10 << 20
	maxVideo = 20 << 20
)

// extensions are the accepted extensions of file names. Nothing else depends on the name.
var extensions = []string{".mov", ".mp4", ".png", ".jpeg", ".jpg", ".gif"}

// File is an uploaded file. Messages refer to it by Path.
type File struct {
	Path     string `json:"path" doc:"For a media message's filePath."`
	FileType string `json:"fileType" enum:"image,video"`
	Mime     string `json:"mime"`
	Size     int64  `json:"size"`
	Width    *int32 `json:"width,omitempty"`
	Height   *int32 `json:"height,omitempty"`
	Src      string `json:"src" doc:"Valid for one hour."`
	Thumb    string `json:"thumb,omitempty"`
}

func (s *Service) toFile(h web.Holder, m db.ChatMedium) File {
	f := File{Path: "chat/" + m.ID, FileType: m.Kind, Mime: m.Mime, Size: m.Bytes, Width: m.Width, Height: m.Height}
	f.Src, f.Thumb = s.signedAddresses(h, f.Path, m.Thumb != nil)
	return f
}

// signedAddresses returns the signed addresses of a file and its thumbnail. They are valid for holder h only.
func (s *Service) signedAddresses(h web.Holder, filePath string, hasThumb bool) (src, thumb string) {
	src = s.Signer.Sign(h, "/media/"+filePath, addressLifetime)
	if hasThumb {
		thumb = s.Signer.Sign(h, "/media/"+filePath+"/thumb", addressLifetime)
	}
	return src, thumb
}

func mediaID(filePath string) string { return strings.TrimPrefix(filePath, "chat/") }

// upload is a file that is being received.
type upload struct {
	from         intake.Uploader
	declared     string // the Content-Length header
	holder       web.Holder
	clientID     uuid.UUID
	name         string
	kind         string // "" accepts both kinds
	body         io.Reader
	conversation int64 // set once the file is received
	sender       string
}

// receive receives a file and makes the thumbnail of a picture. Errors: those of intake;
// SLIP_INVALID_FILE (415) for the file's name or content.
func (s *Service) receive(ctx context.Context, u upload) (*receivedFile, error) {
	if !slices.Contains(extensions, strings.ToLower(path.Ext(u.name))) {
		return nil, apperr.Field(apperr.SlipInvalidFile, "file")
	}
	limit := map[string]int64{}
	for kind, types := range accepted {
		if u.kind == "" || u.kind == kind {
			maps.Copy(limit, types)
		}
	}
	in, err := s.Media.Receive(ctx, u.from, u.declared, u.body, limit)
	if err != nil {
		return nil, err
	}
	r := &receivedFile{Incoming: in, kind: kindVideo}
	if _, picture := accepted[kindImage][in.Mime]; picture {
		r.kind = kindImage
		if r.thumbnail, err = s.thumbnail(ctx, u.from.QueueOrigin(), in); err != nil {
			in.Close()
			return nil, err
		}
	}
	return r, nil
}

// receivedFile is a checked file that was not yet assigned to a conversation.
type receivedFile struct {
	*intake.Incoming
	kind      string
	thumbnail []byte // the thumbnail, a JPEG; nil if the file itself is small
}

// assignFile stores a received file for a conversation. For a repeat of the clientId it returns the file that
// was stored first.
func (s *Service) assignFile(ctx context.Context, u upload, r *receivedFile) (File, error) {
	if stored, err := s.findFile(ctx, u); err != nil {
		return File{}, err
	} else if stored != nil {
		return s.toFile(u.holder, *stored), nil
	}
	row := db.InsertMediaParams{
		ID: strings.ToLower(rand.Text()), ConversationID: u.conversation, Sender: u.sender, ClientID: u.clientID, Kind: r.kind, Name: fileName(u.name),
		Mime: r.Mime, CreatedAt: s.Clock(),
	}
	err := s.storeFile(ctx, &row, r)
	if err != nil {
		return File{}, intake.StoreError(err)
	}
	added, err := s.q().InsertMedia(ctx, row)
	if err != nil {
		return File{}, err // the row may exist nevertheless; SweepFiles checks that
	}
	if added == 0 { // a concurrent repeat stored it first
		err = s.dropFile(ctx, row)
	}
	stored, storedErr := s.findFile(ctx, u)
	if err = errors.Join(err, storedErr); err != nil {
		return File{}, err
	}
	return s.toFile(u.holder, *stored), nil
}

// storeFile writes a file and its thumbnail to the store.
func (s *Service) storeFile(ctx context.Context, row *db.InsertMediaParams, r *receivedFile) (err error) {
	if row.File, row.Bytes, err = r.Store(ctx); err != nil || r.kind != kindImage {
		return err
	}
	w, h := int32(r.Info.Width), int32(r.Info.Height)
	row.Width, row.Height = &w, &h
	if r.thumbnail == nil {
		return nil
	}
	draft, err := s.Media.Store.Receive(bytes.NewReader(r.thumbnail), maxImage)
	if err != nil {
		return err
	}
	defer draft.Close()
	small, _, err := draft.Store(ctx)
	row.Thumb = &small
	return err
}

func (s *Service) dropFile(ctx context.Context, row db.InsertMediaParams) error {
	err := s.Media.Store.Remove(ctx, row.File)
	if row.Thumb != nil {
		err = errors.Join(err, s.Media.Store.Remove(ctx, *row.Thumb))
	}
	return err
}

// SweepFiles deletes stored files that are older than a day and have no row. A crash leaves such files.
func (s *Service) SweepFiles(ctx context.Context) error {
	_, err := s.Media.Store.Sweep(ctx, 24*time.Hour, s.q().ListMediaFiles)
	return err
}

func (s *Service) findFile(ctx context.Context, u upload) (*db.ChatMedium, error) {
	m, err := s.q().GetMediaByClientID(ctx, db.GetMediaByClientIDParams{ConversationID: u.conversation, Sender: u.sender, ClientID: u.clientID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &m, err
}

// fileName returns the last part of a file's name, for display only. It removes control and format
// characters. A format character could show "gpj.exe" as "exe.jpg".
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, path.Base(strings.ReplaceAll(name, "\\", "/")))
	if runes := []rune(name); len(runes) > maxFileName {
		name = string(runes[len(runes)-maxFileName:])
	}
	return name
}

// Address returns fresh signed addresses of a file in the customer's own conversation. Error: NO_DATA.
func (s *Service) Address(ctx context.Context, p customerID, filePath string) (src, thumb string, err error) {
	c, ok, err := s.findConversation(ctx, s.Pool, p)
	if err != nil {
		return "", "", err
	}
	m, err := s.q().GetMedia(ctx, mediaID(filePath))
	if err != nil || !ok || m.ConversationID != c.ID {
		return "", "", pg.NotFound(err)
	}
	src, thumb = s.signedAddresses(p.holder(ctx), "chat/"+m.ID, m.Thumb != nil)
	return src, thumb, nil
}
