package content

import (
	"context"
	"net/http"

	"krapao/backend/platform/web"
)

// Routes registers the thirteen lookups.
func (c *Service) Routes(e *web.Edge) {
	registerLookup(c, e, "banks", "Banks of members' accounts", web.NoLogin, c.readBanks)
	registerLookup(c, e, "deposit", "Accounts to pay into", web.SignedIn, c.readDeposit)
	registerLookup(c, e, "conditions", "Condition texts (HTML)", web.NoLogin, c.readConditions)
	registerLookup(c, e, "agreements", "Agreement texts (HTML)", web.NoLogin, c.readAgreements)
	registerLookup(c, e, "info", "Name and address of the service", web.NoLogin, readSettings(c, func(s Settings, locale string) Info {
		return Info{Name: s.SiteName.In(locale), Website: s.Website}
	}))
	registerLookup(c, e, "notice", "Notice of the bonus page (HTML)", web.NoLogin, c.readNotice)
	registerLookup(c, e, "contact", "How to reach support", web.NoLogin, c.readContact)
	registerLookup(c, e, "withdraw", "Limits of withdrawing", web.SignedIn, c.readWithdraw)
	registerLookup(c, e, "slip", "When and how slips are taken", web.SignedIn, readSettings(c, c.toSlipRules))
	registerLookup(c, e, "sources", "Sources of discovery", web.NoLogin, c.readSources)
	registerLookup(c, e, "active", "Whether the site is open", web.NoLogin, readSettings(c, toActive))
	registerLookup(c, e, "registerOTP", "Whether registering needs a one-time code", web.NoLogin, readSettings(c, func(s Settings, _ string) RegisterOTP {
		return RegisterOTP{s.OTPOn}
	}))
	registerLookup(c, e, "enableChatWidget", "Whether the live chat is on", web.NoLogin, readSettings(c, func(s Settings, _ string) ChatWidget {
		return ChatWidget{s.ChatOn}
	}))
}

type lookupInput struct {
	Locale      string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
	IfNoneMatch string `header:"If-None-Match"`
}

type lookupResponse[T any] struct {
	Status       int
	ETag         string `header:"ETag"`
	CacheControl string `header:"Cache-Control"`
	Body         *T
}

// registerLookup registers the route of a lookup. read returns the lookup in a locale.
func registerLookup[T any](c *Service, e *web.Edge, name, summary string, auth web.Auth, read func(context.Context, string) (T, error)) {
	route := web.Route{
		ID: "lookup_" + name, Method: http.MethodGet, Path: "/api/lookup/" + name, Summary: summary, Tag: "Lookups",
		Auth: auth, Cacheable: true, OpenWhenClosed: name == "active",
	}
	changesWithTime := name == "slip" // its response is never "not modified"
	if !changesWithTime {
		route.Statuses = []int{http.StatusNotModified}
	}
	web.Handle(e, route, func(ctx context.Context, in *lookupInput) (*lookupResponse[T], error) {
		locale := in.Locale
		if locale == "" {
			locale = web.From(ctx).Locale
		}
		versions, err := c.Versions(ctx, c.pool, locale, web.From(ctx).Caller.Currency)
		if err != nil {
			return nil, err
		}
		out := &lookupResponse[T]{Status: http.StatusOK, ETag: versions[name], CacheControl: "no-cache"}
		if auth == web.SignedIn {
			out.CacheControl = "private, no-cache"
		}
		if in.IfNoneMatch == out.ETag && !changesWithTime {
			out.Status = http.StatusNotModified
			return out, nil
		}
		// Read the body after the version: after a change in between, the next request loads it again.
		body, err := read(ctx, locale)
		out.Body = &body
		return out, err
	})
}
