package chat

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/web"
)

type fileResponse struct{ Body File }

func uploadBody(kinds, owner string) *huma.RequestBody {
	return &huma.RequestBody{
		Required: true, Description: "The fields come before the file.",
		Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: []string{"clientId", "file"},
			Properties: map[string]*huma.Schema{
				"clientId": {Type: huma.TypeString, Format: "uuid", Description: "A repeat returns the same file."},
				owner:      {Type: huma.TypeString},
				"file":     {Type: huma.TypeString, Format: "binary", Description: kinds},
			},
		}}},
	}
}

const (
	images = "PNG, JPEG or GIF of at most 10 MB."
	videos = "MP4 or MOV of at most 20 MB."
)

func (s *Service) uploadRoutes(e *web.Edge) {
	for _, u := range []struct{ id, path, kind, text string }{
		{"uploadImage", "/api/chat/upload-image", kindImage, images},
		{"uploadVideo", "/api/chat/upload-video", kindVideo, videos},
	} {
		web.Handle(e, web.Route{
			ID: u.id, Method: http.MethodPost, Path: u.path, Tag: tag, Auth: web.Anyone, Summary: "Upload a file for a media message", Body: uploadBody(u.text, "guestId"),
			Errors: intake.Errors.And(customerErrors...),
		},
			func(ctx context.Context, in *web.Raw) (*fileResponse, error) {
				return s.uploadFromCustomer(ctx, in, u.kind)
			})
	}
	type addressIn struct {
		Body struct {
			Claim
			Path string `json:"path" maxLength:"64"`
		}
	}
	type addressOut struct {
		Body struct {
			Src   string `json:"src"`
			Thumb string `json:"thumb,omitempty"`
		}
	}
	web.Handle(e, web.Route{
		ID: "chatMedia", Method: http.MethodPost, Path: "/api/chat/media", Tag: tag, Auth: web.Anyone,
		Summary: "Fresh addresses of a file of the conversation", Errors: customerErrors.And(apperr.NoData),
	},
		func(ctx context.Context, in *addressIn) (*addressOut, error) {
			p, err := callerAsCustomer(ctx, in.Body.Claim)
			if err != nil {
				return nil, err
			}
			var out addressOut
			out.Body.Src, out.Body.Thumb, err = s.Address(ctx, p, in.Body.Path)
			return &out, err
		})
}

func (s *Service) uploadFromCustomer(ctx context.Context, in *web.Raw, kind string) (*fileResponse, error) {
	_ = in.SetReadDeadline(time.Now().Add(uploadTimeout)) // an upload over a bad connection may be slow
	var claim Claim
	id, formFile, err := web.OpenForm(in.Header("Content-Type"), in.BodyReader(), func(name, value string) error {
		switch name {
		case "guestId":
			claim.GuestID = value
		case "userId":
			claim.UserID = value
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p, err := callerAsCustomer(ctx, claim)
	if err != nil {
		return nil, err
	}
	if _, _, err := s.findConversation(ctx, s.Pool, p); err != nil { // rejects an invalid guest id
		return nil, err
	}
	ctx, cancel := uploadContext(ctx)
	defer cancel()
	u := upload{from: uploaderOf(ctx, p), holder: p.holder(ctx), declared: in.Header("Content-Length"), sender: customer, clientID: id, name: formFile.FileName(), kind: kind, body: formFile}
	file, err := s.receive(ctx, u)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c, err := s.openConversation(ctx, p)
	if err != nil {
		return nil, err
	}
	u.conversation = c.ID
	out, err := s.assignFile(ctx, u, file)
	return &fileResponse{out}, err
}

// uploaderOf returns the sender under whose limits an upload is counted.
func uploaderOf(ctx context.Context, p customerID) intake.Uploader {
	return intake.Uploader{Owner: p.room(), Guest: p.member == 0, Address: web.From(ctx).Address()}
}

func (s *Service) uploadFromSupport(ctx context.Context, in *web.Raw) (*fileResponse, error) {
	_ = in.SetReadDeadline(time.Now().Add(uploadTimeout))
	var conversation string
	id, formFile, err := web.OpenForm(in.Header("Content-Type"), in.BodyReader(), func(name, value string) error {
		if name == "conversationId" {
			conversation = value
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c, err := s.conversationOf(ctx, conversation)
	if err != nil {
		return nil, err
	}
	ctx, cancel := uploadContext(ctx)
	defer cancel()
	r := web.From(ctx)
	from := intake.Uploader{Owner: "o." + strconv.FormatInt(r.Caller.Operator.ID, 10), Address: r.Address()}
	u := upload{
		from: from, holder: web.HolderOf(ctx), declared: in.Header("Content-Length"), conversation: c.ID, sender: support, clientID: id, name: formFile.FileName(), body: formFile,
	}
	file, err := s.receive(ctx, u)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out, err := s.assignFile(ctx, u, file)
	return &fileResponse{out}, err
}

// uploadContext returns a context with the longer timeout of an upload.
func uploadContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), uploadTimeout+assignTimeout)
}
