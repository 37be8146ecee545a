package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// proposalKindName is the kind that has its own list: proposals wait for a colleague, and must not be
// hidden behind items that wait longer.
const proposalKindName = "PROPOSAL"

// Asked selects a page of the queue.
type Asked struct {
	Kind   string // "" for every kind but proposals
	Member string // the _id of the items' member; "" for all
	Cursor string // of the page before; "" for the first page
	Limit  int
}

// Queue returns the items for an operator's role by Since, kind and ID, and the next page's cursor,
// or "" after the last page. Errors: NO_DATA if there is no such kind or member; UNAUTHORIZED (403)
// if the kind is not for the role; INVALID_USER_INFO (cursor).
func (s *Service) Queue(ctx context.Context, by web.Operator, a Asked) (items []staff.Item, next string, err error) {
	kinds, err := s.kindsFor(a.Kind, by)
	if err != nil {
		return nil, "", err
	}
	from, err := parsePlace(a.Cursor)
	if err != nil {
		return nil, "", err
	}
	items = []staff.Item{}
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		items = items[:0]
		var member int64
		if a.Member != "" {
			m, err := s.Identity.MemberNamed(ctx, tx, a.Member)
			if err != nil {
				return err
			}
			member = m.ID
		}
		for _, k := range kinds {
			p := from.pageOf(k.Name)
			p.Member, p.Most = member, int32(a.Limit+1)
			of, err := k.List(ctx, tx, p)
			if err != nil {
				return err
			}
			for _, i := range of {
				items = append(items, whole(k, i))
			}
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	slices.SortFunc(items, func(a, b staff.Item) int { return queuePlaceOf(a).compare(queuePlaceOf(b)) })
	if len(items) > a.Limit {
		items = items[:a.Limit]
		next = queuePlaceOf(items[len(items)-1]).String()
	}
	return items, next, nil
}

// kindsFor returns the queue's kinds for an operator's role, or only the named one.
func (s *Service) kindsFor(name string, by web.Operator) (kinds []staff.Kind, err error) {
	if name != "" {
		k, err := s.kindFor(name, by)
		if err == nil && k.List == nil {
			err = apperr.New(apperr.NoData)
		}
		return []staff.Kind{k}, err
	}
	for _, k := range s.Offered {
		if k.List != nil && k.Name != proposalKindName && slices.Contains(k.Roles, by.Role) {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// queuePlace is an item's position in the queue.
type queuePlace struct {
	micros   int64 // of Since
	kind, id string
}

func queuePlaceOf(i staff.Item) queuePlace { return queuePlace{i.Since.UnixMicro(), i.Kind, i.ID} }

func (p queuePlace) compare(o queuePlace) int {
	return cmp.Or(cmp.Compare(p.micros, o.micros), cmp.Compare(p.kind, o.kind), cmp.Compare(p.id, o.id))
}

// String returns the position as a cursor.
func (p queuePlace) String() string { return fmt.Sprintf("%d.%s.%s", p.micros, p.kind, p.id) }

// parsePlace parses a cursor. It returns the position before all others for "".
func parsePlace(cursor string) (queuePlace, error) {
	if cursor == "" {
		return queuePlace{}, nil
	}
	parts := strings.SplitN(cursor, ".", 3)
	if len(parts) != 3 {
		return queuePlace{}, apperr.Field(apperr.InvalidUserInfo, "cursor")
	}
	micros, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || micros < 0 || micros > maxMicros || strings.ContainsRune(cursor, 0) {
		return queuePlace{}, apperr.Field(apperr.InvalidUserInfo, "cursor")
	}
	return queuePlace{micros, parts[1], parts[2]}, nil
}

// maxMicros is in the year 9999, the last one that a time in JSON can have.
var maxMicros = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// afterAllIDs is greater than every ID: IDs have letters, digits and hyphens.
const afterAllIDs = "~"

// pageOf returns the page of a kind's items after this position. Items with equal Since are sorted by
// kind.
func (p queuePlace) pageOf(kind string) staff.Page {
	page := staff.Page{After: time.UnixMicro(p.micros).UTC()}
	switch cmp.Compare(kind, p.kind) {
	case -1:
		page.AfterID = afterAllIDs
	case 0:
		page.AfterID = p.id
	}
	return page
}
