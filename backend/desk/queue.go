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

// proposalItemKind is the kind with its own list. Proposals wait for another operator, and must not be
// hidden behind items that wait longer.
const proposalItemKind = "PROPOSAL"

// QueueQuery selects the items for one page of the queue.
type QueueQuery struct {
	Kind   string // "" for every kind but proposals
	Member string // the _id of the items' member; "" for all
	Cursor string // returned with the previous page; "" for the first page
	Limit  int
}

// ListQueue returns a page of the items that an operator's role may see, ordered by Since, kind and ID.
// next is the cursor of the next page, or "" after the last page. Errors: NO_DATA for an unknown kind
// or member; UNAUTHORIZED (403) if the role may not see the kind; INVALID_USER_INFO (cursor).
func (s *Service) ListQueue(ctx context.Context, by web.Operator, a QueueQuery) (items []staff.Item, next string, err error) {
	kinds, err := s.listKinds(a.Kind, by)
	if err != nil {
		return nil, "", err
	}
	from, err := parsePosition(a.Cursor)
	if err != nil {
		return nil, "", err
	}
	items = []staff.Item{}
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		items = items[:0]
		var member int64
		if a.Member != "" {
			m, err := s.Identity.MemberByPublicID(ctx, tx, a.Member)
			if err != nil {
				return err
			}
			member = m.ID
		}
		for _, k := range kinds {
			p := from.pageAfter(k.Name)
			p.Member, p.Limit = member, int32(a.Limit+1)
			kindItems, err := k.List(ctx, tx, p)
			if err != nil {
				return err
			}
			for _, i := range kindItems {
				items = append(items, completeItem(k, i))
			}
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	slices.SortFunc(items, func(a, b staff.Item) int { return positionOf(a).compare(positionOf(b)) })
	if len(items) > a.Limit {
		items = items[:a.Limit]
		next = positionOf(items[len(items)-1]).String()
	}
	return items, next, nil
}

// listKinds returns the kinds that an operator's role may see, or only the named kind.
func (s *Service) listKinds(name string, by web.Operator) (kinds []staff.Kind, err error) {
	if name != "" {
		k, err := s.findKind(name, by)
		if err == nil && k.List == nil {
			err = apperr.New(apperr.NoData)
		}
		return []staff.Kind{k}, err
	}
	for _, k := range s.ItemKinds {
		if k.List != nil && k.Name != proposalItemKind && slices.Contains(k.Roles, by.Role) {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// queuePosition is an item's position in the queue.
type queuePosition struct {
	micros   int64 // of Since
	kind, id string
}

func positionOf(i staff.Item) queuePosition { return queuePosition{i.Since.UnixMicro(), i.Kind, i.ID} }

func (p queuePosition) compare(o queuePosition) int {
	return cmp.Or(cmp.Compare(p.micros, o.micros), cmp.Compare(p.kind, o.kind), cmp.Compare(p.id, o.id))
}

// String returns the position as a cursor.
func (p queuePosition) String() string { return fmt.Sprintf("%d.%s.%s", p.micros, p.kind, p.id) }

// parsePosition parses a cursor. For "" it returns the position before all items. Error:
// INVALID_USER_INFO (cursor).
func parsePosition(cursor string) (queuePosition, error) {
	if cursor == "" {
		return queuePosition{}, nil
	}
	parts := strings.SplitN(cursor, ".", 3)
	if len(parts) != 3 {
		return queuePosition{}, apperr.Field(apperr.InvalidUserInfo, "cursor")
	}
	micros, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || micros < 0 || micros > maxMicros || strings.ContainsRune(cursor, 0) {
		return queuePosition{}, apperr.Field(apperr.InvalidUserInfo, "cursor")
	}
	return queuePosition{micros, parts[1], parts[2]}, nil
}

// maxMicros is the start of the year 9999, the last one that a time in JSON can have.
var maxMicros = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// afterAllIDs sorts after every ID: IDs consist of letters, digits and hyphens.
const afterAllIDs = "~"

// pageAfter returns which of a kind's items come after the position. Items with equal Since are ordered
// by kind.
func (p queuePosition) pageAfter(kind string) staff.Page {
	page := staff.Page{After: time.UnixMicro(p.micros).UTC()}
	switch cmp.Compare(kind, p.kind) {
	case -1:
		page.AfterID = afterAllIDs
	case 0:
		page.AfterID = p.id
	}
	return page
}
