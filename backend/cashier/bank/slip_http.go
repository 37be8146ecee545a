package bank

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
)

const (
	tagDeposit    = "Deposit"
	picturePath   = "/media/slip/"
	uploadTimeout = 300 * time.Second
	acceptTimeout = 30 * time.Second
)

// Routes registers the HTTP routes of the package.
func (s *Service) Routes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "uploadSlip", Method: http.MethodPost, Path: "/api/wallet/slip", Tag: tagDeposit, Auth: web.SignedIn,
		Status: http.StatusAccepted, Summary: "Upload the slip of a bank transfer", Body: uploadBody,
		Errors: intake.Errors.And(apperr.SlipUploadFail.With(apperr.ClosedUntil)),
	}, s.handleUpload)

	type page struct {
		Body struct {
			Total int64  `json:"total"`
			Slips []Slip `json:"slips"`
		}
	}
	web.Handle(e, web.Route{
		ID: "listSlips", Method: http.MethodPost, Path: "/api/statement/slip", Tag: "Statement", Auth: web.SignedIn,
		Summary: "A page of the member's slips, newest first",
	},
		func(ctx context.Context, in *struct{ Body web.Page }) (*page, error) {
			n, limit, err := in.Body.Bounds()
			if err != nil {
				return nil, err
			}
			var out page
			out.Body.Slips, out.Body.Total, err = s.ListSlips(ctx, web.Member(ctx), n, limit)
			return &out, err
		})
	type reference struct {
		Reference string `path:"reference" maxLength:"64"`
	}
	type address struct {
		Body struct {
			URL string `json:"url" doc:"Valid for ten minutes, for an <img>."`
		}
	}
	web.Handle(e, web.Route{
		ID: "slipPicture", Method: http.MethodGet, Path: "/api/statement/slip/reference/{reference}", Tag: "Statement",
		Auth: web.SignedIn, Summary: "The address of one of the member's slip pictures", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, in *reference) (*address, error) {
			var out address
			var err error
			out.Body.URL, err = s.PictureURL(ctx, web.Member(ctx), in.Reference)
			return &out, err
		})
	e.App.Get(picturePath+":reference", s.servePicture)
	s.cashRoutes(e)
}

var uploadBody = &huma.RequestBody{
	Required:    true,
	Description: "The fields come before the file.",
	Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"clientId", "file"},
		Properties: map[string]*huma.Schema{
			"clientId":   {Type: huma.TypeString, Format: "uuid", Description: "The id of the queued item. A repeat with the same id returns the same slip."},
			"capturedAt": {Type: huma.TypeString, Format: "date-time", Description: "When the member picked the picture."},
			"file":       {Type: huma.TypeString, Format: "binary", Description: "JPEG, PNG or WebP, at most 10 MB."},
		},
	}}},
}

func (s *Service) handleUpload(ctx context.Context, in *web.Raw) (*web.Response[Slip], error) {
	_ = in.SetReadDeadline(time.Now().Add(uploadTimeout)) // a phone on a slow network takes long
	form, part, err := openForm(in.Header("Content-Type"), in.BodyReader())
	if err != nil {
		return nil, err
	}
	// This check comes before the upload is counted: a phone repeats a refused upload, and would use up its
	// limit.
	if err := s.Pictures.Ready(); err != nil {
		return nil, err
	}
	if err := s.admitUpload(ctx, form); err != nil {
		return nil, err
	}
	picture, err := s.Pictures.Receive(ctx, s.uploaderOf(ctx), in.Header("Content-Length"), part, slipTypes)
	if err != nil {
		return nil, err
	}
	defer picture.Close()
	// The upload may have taken longer than a call's timeout, so storing the file has a timeout of its own.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), acceptTimeout)
	defer cancel()
	file, size, err := picture.Store(ctx)
	if err != nil {
		return nil, intake.StoreError(err)
	}
	response, err := s.Accept(ctx, Upload{
		ClientID: form.ClientID, CapturedAt: form.CapturedAt, Picture: picture.SHA256, File: file, Mime: picture.Mime, Bytes: size,
	})
	s.removeUnusedFile(ctx, file)
	return response, err
}

// slipTypes are the allowed file types, with their maximum size in bytes.
var slipTypes = map[string]int64{"image/jpeg": content.MaxSlipBytes, "image/png": content.MaxSlipBytes, "image/webp": content.MaxSlipBytes}

func (s *Service) uploaderOf(ctx context.Context) intake.Uploader {
	r := web.From(ctx)
	return intake.Uploader{Owner: "m." + strconv.FormatInt(r.Caller.MemberID, 10), Address: r.Address()}
}

// removeUnusedFile removes a file that no slip refers to: a repeat's file, or a file whose upload was refused
// later. If the query fails, the sweep removes the file.
func (s *Service) removeUnusedFile(ctx context.Context, file string) {
	used, err := s.q().ListSlipFiles(ctx, []string{file})
	if err == nil && len(used) == 0 {
		err = s.Pictures.Store.Remove(ctx, file)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "a slip's unused picture may stay in the store until the sweep", "cause", err)
	}
}

// SweepFiles removes pictures older than a day that no slip refers to. A crash leaves such files.
func (s *Service) SweepFiles(ctx context.Context) error {
	_, err := s.Pictures.Store.Sweep(ctx, 24*time.Hour, s.q().ListSlipFiles)
	return err
}

// admitUpload refuses new uploads while the service is paused and during the daily closing time.
// It counts the upload, and refuses uploads beyond the member's limit. A repeat of a stored slip is allowed at
// any time, but has its own limit: its file costs as much as a new one.
func (s *Service) admitUpload(ctx context.Context, form *slipForm) error {
	member := web.Member(ctx)
	_, known, err := s.FindSlip(ctx, member, form.ClientID)
	if err != nil {
		return err
	}
	key := "slip:"
	if known {
		key = "slip-again:"
	} else if err := s.Content.CheckNotPaused(ctx, content.ServiceSlip, apperr.SlipUploadFail); err != nil {
		return err
	} else if until, err := s.UploadsClosedUntil(ctx); err != nil {
		return err
	} else if !until.IsZero() {
		return apperr.New(apperr.SlipUploadFail).WithRetryAfter(until.Sub(s.Clock())).WithExtra(apperr.ClosedUntil, until.UTC().Format(time.RFC3339))
	}
	return limit.Refusal(s.Limits.Hit(ctx, key+strconv.FormatInt(member, 10), uploadLimit))
}

// servePicture serves a slip's picture to a caller with a signed URL for it.
func (s *Service) servePicture(c fiber.Ctx) error {
	reference := c.Params("reference")
	if !s.Signer.Verify(c.Context(), picturePath+reference, func(name string) string { return c.Query(name) }) {
		return fiber.ErrNotFound
	}
	row, err := s.q().GetSlipByReference(c.Context(), reference)
	if err != nil {
		return fiber.ErrNotFound
	}
	file, err := s.Pictures.Store.Open(c.Context(), storedPicture(row))
	if err != nil {
		return intake.ReadError(err)
	}
	c.Set("Content-Type", row.Mime)
	c.Set("Content-Security-Policy", web.FilePolicy)
	c.Set("Content-Disposition", `inline; filename="slip.`+strings.TrimPrefix(row.Mime, "image/")+`"`)
	c.Set("Cache-Control", "private, max-age=600")
	return web.SendFileRange(c, file)
}
