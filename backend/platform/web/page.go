package web

import "krapao/backend/platform/apperr"

// Page is the body of a paged call.
type Page struct {
	Page  *int `json:"page,omitempty" doc:"From 1, which is also the default."`
	Limit *int `json:"limit,omitempty" doc:"1 to 100, 10 by default."`
}

const maxPage = 1_000_000

// Bounds returns page and limit with their defaults. Error: INVALID_USER_INFO (page, limit).
func (p Page) Bounds() (page, limit int, err error) {
	page, limit = 1, 10
	if p.Page != nil {
		page = *p.Page
	}
	if p.Limit != nil {
		limit = *p.Limit
	}
	if page < 1 || page > maxPage {
		return 0, 0, apperr.Field(apperr.InvalidUserInfo, "page")
	}
	if limit < 1 || limit > 100 {
		return 0, 0, apperr.Field(apperr.InvalidUserInfo, "limit")
	}
	return page, limit, nil
}

// Empty is the body of a call without results.
type Empty struct{}

// OK is the output of a call without results.
type OK struct{ Body Empty }
