package content

import (
	"context"
	"net/http"

	"krapao/backend/platform/web"
)

// Routes registers the thirteen lookups.
func (l *Service) Routes(e *web.Edge) {
	registerLookup(l, e, "banks", "Banks of members' accounts", web.Visitor, l.readBanks)
	registerLookup(l, e, "deposit", "Accounts to pay into", web.SignedIn, l.readDeposit)
	registerLookup(l, e, "conditions", "Condition texts (HTML)", web.Visitor, l.readConditions)
	registerLookup(l, e, "agreements", "Agreement texts (HTML)", web.Visitor, l.readAgreements)
	registerLookup(l, e, "info", "Name and address of the service", web.Visitor, readSettings(l, func(s Settings, locale string) Info {
		return Info{Name: s.SiteName.In(locale), Website: s.Website}
	}))
	registerLookup(l, e, "notice", "Notice of the bonus page (HTML)", web.Visitor, l.readNotice)
	registerLookup(l, e, "contact", "How to reach support", web.Visitor, l.readContact)
	registerLookup(l, e, "withdraw", "Limits of withdrawing", web.SignedIn, l.readWithdraw)
	registerLookup(l, e, "slip", "When and how slips are taken", web.SignedIn, readSettings(l, l.toSlipRules))
	registerLookup(l, e, "sources", "Sources of discovery", web.Visitor, l.readSources)
	registerLookup(l, e, "active", "Whether the site is open", web.Visitor, readSettings(l, toActive))
	registerLookup(l, e, "registerOTP", "Whether registering needs a one-time code", web.Visitor, readSettings(l, func(s Settings, _ string) RegisterOTP {
		return RegisterOTP{s.OTPOn}
	}))
	registerLookup(l, e, "enableChatWidget", "Whether the live chat is on", web.Visitor, readSettings(l, func(s Settings, _ string) ChatWidget {
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
func registerLookup[T any](l *Service, e *web.Edge, name, summary string, auth web.Auth, read func(context.Context, string) (T, error)) {
	route := web.Route{
		ID: "lookup_" + name, Method: http.MethodGet, Path: "/api/lookup/" + name, Summary: summary, Tag: "Lookups",
		Auth: auth, Cacheable: true, OpenWhenGone: name == "active",
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
		versions, err := l.Versions(ctx, l.pool, locale, web.From(ctx).Caller.Currency)
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
