package home

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank"
	"krapao/backend/chat"
	"krapao/backend/games"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// syncPage limits a response's rows of each kind.
const syncPage = 200

// Changes has the changes of a member's data since a cursor, as many as fit into one response.
type Changes struct {
	Cursor string `json:"cursor" doc:"Send it with the next call."`
	More   bool   `json:"more" doc:"There are more changes: call again at once."`
	// Reset is true if the app must drop its rows: there was no cursor, or it was from before the
	// database was restored.
	Reset       bool                     `json:"reset"`
	Lookups     map[string]string        `json:"lookups" doc:"The ETag of each lookup, if one has changed since the cursor. Load those that differ."`
	Wallet      wallet.Wallet            `json:"wallet"`
	ToPlay      money.Satang             `json:"toPlay" doc:"The amount to play before a withdrawal, for deposits and coupons. It does not include the turnover of a bonus."`
	Profile     *identity.Profile        `json:"profile,omitempty"`
	BankAccount *identity.BankAccount    `json:"bankAccount,omitempty"`
	Statements  []statement.Line         `json:"statements"`
	Slips       []bank.Slip              `json:"slips"`
	Coupons     []spin.Coupon            `json:"coupons"`
	Invite      accrual.Invite           `json:"invite"`
	Refund      accrual.RefundCheck      `json:"refund"`
	Invites     []accrual.InviteEarning  `json:"invites"`
	Refunds     []accrual.Refund         `json:"refunds"`
	Slots       []games.Slot             `json:"slots,omitempty" doc:"All games, if one may have changed."`
	Bonuses     []bonus.Card             `json:"bonuses,omitempty" doc:"All bonuses, if one may have changed."`
	Bonus       *bonus.ActiveBonus       `json:"bonus,omitempty" doc:"The active bonus or promotion, if any."`
	Chat        *chat.SyncedConversation `json:"chat,omitempty" doc:"The requested part of the conversation. Its field more is about messages only."`
}

// GuestChanges is Changes for a guest: lookups and a conversation.
type GuestChanges struct {
	Cursor  string                   `json:"cursor" doc:"Send it with the next call."`
	Reset   bool                     `json:"reset" doc:"There was no cursor, or it was from before the database was restored. The phone must drop what it has."`
	Lookups map[string]string        `json:"lookups" doc:"The ETag of each lookup: load those that differ."`
	Chat    *chat.SyncedConversation `json:"chat,omitempty" doc:"The requested part of the conversation."`
}

// SyncRequest is the input of a sync.
type SyncRequest struct {
	Cursor string // of the previous response; "" for everything
	Chat   string // chat.Newest, or the number of the last message on the phone; "" for no messages
	Locale string
}

// Sync returns what changed after the cursor ("" for everything). Errors: INVALID_USER_INFO (cursor,
// chat).
//
// Every synced row has the member's sync version at its last change. The version is assigned under a
// row lock that lasts until commit, so versions become visible in order. Once the app has seen version
// n, no row below n can still appear. If the rows of one kind do not fit, the response ends for all
// kinds at the version where they were cut. So no page skips a row. Messages have their own numbers,
// without gaps, and their own limit.
func (s *Service) Sync(ctx context.Context, request SyncRequest) (Changes, error) {
	member := web.Member(ctx)
	var out Changes
	err := s.readInEpoch(ctx, member, func(tx pgx.Tx, epoch string, version int64) error {
		position, lookups := splitCursor(request.Cursor)
		after, known, err := readCursor(position, epoch, version)
		if err != nil {
			return err
		}
		out = Changes{Reset: !known}
		if out.Chat, err = s.Chat.ReadSyncedConversation(ctx, tx, chat.Claim{}, request.Chat); err != nil {
			return err
		}
		if err := s.collectChanges(ctx, tx, member, epoch, version, after, request.Locale, &out); err != nil {
			return err
		}
		out.tagLookups(lookups)
		return nil
	})
	return out, err
}

// tagLookups adds a hash of the lookups' ETags to the cursor. If the phone's cursor has the same hash,
// it removes the lookups from the response.
func (c *Changes) tagLookups(knownTag string) {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(c.Lookups)) {
		sum.Write([]byte(name + c.Lookups[name]))
	}
	tag := hex.EncodeToString(sum.Sum(nil)[:4])
	if tag == knownTag && !c.Reset {
		c.Lookups = map[string]string{}
	}
	c.Cursor += "." + tag
}

// splitCursor splits a cursor into the position, as CurrentCursor returns it, and the hash of the lookups.
func splitCursor(cursor string) (position, lookups string) {
	if strings.Count(cursor, ".") < 2 {
		return cursor, ""
	}
	end := strings.LastIndex(cursor, ".")
	return cursor[:end], cursor[end+1:]
}

// SyncGuest is Sync for a guest, who has only lookups and a conversation.
func (s *Service) SyncGuest(ctx context.Context, guest chat.Claim, request SyncRequest) (GuestChanges, error) {
	var out GuestChanges
	err := s.readInEpoch(ctx, 0, func(tx pgx.Tx, epoch string, _ int64) error {
		position, _ := splitCursor(request.Cursor)
		_, known, err := readCursor(position, epoch, 0)
		if err != nil {
			return err
		}
		out = GuestChanges{Reset: !known, Cursor: formatCursor(epoch, 0)}
		if out.Chat, err = s.Chat.ReadSyncedConversation(ctx, tx, guest, request.Chat); err != nil {
			return err
		}
		out.Lookups, err = s.Content.Versions(ctx, tx, request.Locale, "")
		return err
	})
	return out, err
}

// readInEpoch runs read in one snapshot, and passes it the sync epoch and the member's version.
//
// After a promotion of the database the epoch must change before it is used, so readInEpoch runs
// FollowPromotion first. The promoted server may lack rows that a phone has. It may assign their versions to
// other rows, which the phone would then never fetch.
func (s *Service) readInEpoch(ctx context.Context, member int64, read func(tx pgx.Tx, epoch string, version int64) error) error {
	for followed := false; ; followed = true {
		var promoted bool
		err := pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
			epoch, version, unfollowed, err := syncPosition(ctx, tx, member)
			if promoted = unfollowed; err != nil || promoted {
				return err
			}
			return read(tx, epoch, version)
		})
		if err != nil || !promoted {
			return err
		}
		if followed {
			return errors.New("home: the database's timeline changed again during the sync")
		}
		if err := s.FollowPromotion(ctx); err != nil {
			return err
		}
	}
}

// CurrentCursor returns the member's current sync position, without the hash of the lookups. It returns ""
// while a promotion was not followed yet; "" equals no phone's cursor.
func (s *Service) CurrentCursor(ctx context.Context, member int64) (string, error) {
	epoch, version, promoted, err := syncPosition(ctx, s.Pool, member)
	if err != nil || promoted {
		return "", err
	}
	return formatCursor(epoch, version), nil
}

// syncPosition returns the epoch, the member's newest version, and whether a promotion of the database was
// not followed yet.
func syncPosition(ctx context.Context, q pg.DB, member int64) (epoch string, version int64, promoted bool, err error) {
	err = q.QueryRow(ctx, `select e.epoch, coalesce(v.version, 0), `+pg.PromotedSQL+` from sync_epoch e left join member_version v on v.member_id = $1`, member).
		Scan(&epoch, &version, &promoted)
	return epoch, version, promoted, err
}

func formatCursor(epoch string, version int64) string {
	return epoch + "." + strconv.FormatInt(version, 10)
}

// collectChanges adds everything but the conversation to the response. If the member's version is still the
// cursor's, no row is newer, and the lists are not read: most syncs find nothing new.
func (s *Service) collectChanges(ctx context.Context, tx pgx.Tx, member int64, epoch string, version, after int64, locale string, out *Changes) (err error) {
	if out.Wallet, err = s.Wallet.ReadWallet(ctx, tx, member); err != nil {
		return err
	}
	if out.ToPlay, err = s.Turnover.BlockingTurnover(ctx, tx, member); err != nil {
		return err
	}
	if out.Lookups, err = s.Content.Versions(ctx, tx, locale, string(identity.Caller(ctx).Currency)); err != nil {
		return err
	}
	if out.Bonus, err = s.Bonus.Active(ctx, tx, member); err != nil {
		return err
	}
	open, err := s.Accrual.ReadOpenDays(ctx, tx)
	if err != nil {
		return err
	}
	if out.Invite, err = s.Accrual.InviteOf(ctx, tx, open, identity.Caller(ctx)); err != nil {
		return err
	}
	if out.Refund, err = s.Accrual.RefundOf(ctx, tx, open, identity.Caller(ctx), out.Bonus != nil, locale); err != nil {
		return err
	}
	out.Statements, out.Slips, out.Coupons = []statement.Line{}, []bank.Slip{}, []spin.Coupon{} // in JSON a list is never null
	out.Invites, out.Refunds = []accrual.InviteEarning{}, []accrual.Refund{}
	upTo := version
	if out.Reset || after < version {
		if upTo, err = s.collectRows(ctx, tx, member, version, after, locale, out); err != nil {
			return err
		}
	}
	out.More = upTo < version
	out.Cursor = formatCursor(epoch, upTo)
	return nil
}

// collectRows adds the member's changed rows. It returns the version up to which they are complete.
func (s *Service) collectRows(ctx context.Context, tx pgx.Tx, member, version, after int64, locale string, out *Changes) (upTo int64, err error) {
	person, err := s.Identity.Person(ctx, tx, member)
	if err != nil {
		return 0, err
	}
	lists := []changeList{
		newChangeList(s.Statement.LinesSince, func(l statement.Line) int64 { return l.Version }, &out.Statements),
		newChangeList(s.Bank.SlipsSince, func(s bank.Slip) int64 { return s.Version }, &out.Slips),
		newChangeList(s.Spin.CouponsSince, func(c spin.Coupon) int64 { return c.Version }, &out.Coupons),
		newChangeList(s.Accrual.InvitesSince, func(e accrual.InviteEarning) int64 { return e.Version }, &out.Invites),
		newChangeList(s.Accrual.RefundsSince, func(r accrual.Refund) int64 { return r.Version }, &out.Refunds),
	}
	upTo = version
	for _, l := range lists {
		completeTo, err := l.readChanges(ctx, tx, member, after, version)
		if err != nil {
			return 0, err
		}
		upTo = min(upTo, completeTo)
	}
	for _, l := range lists {
		l.addUpTo(upTo)
	}
	if person.Version > after && person.Version <= upTo {
		out.Profile, out.BankAccount = &person.Profile, &person.BankAccount
	}
	if err := s.collectSlots(ctx, tx, after, out); err != nil {
		return 0, err
	}
	return upTo, s.collectBonuses(ctx, tx, after, locale, out)
}

// collectSlots adds the games if one of the member's game accounts has changed, or money was
// transferred to or from a game.
func (s *Service) collectSlots(ctx context.Context, tx pgx.Tx, after int64, out *Changes) error {
	changed := out.Reset || slices.ContainsFunc(out.Statements, func(l statement.Line) bool { return l.Type == statement.Transfer })
	if !changed {
		var err error
		if changed, err = s.Games.ChangedSince(ctx, tx, web.Member(ctx), after); err != nil || !changed {
			return err
		}
	}
	var err error
	out.Slots, err = s.Games.Slots(ctx, tx, identity.Caller(ctx))
	return err
}

// collectBonuses adds the bonus cards if one of the member's bonuses has changed. It also adds them if
// money has moved, because the amounts on the bonus cards depend on it.
func (s *Service) collectBonuses(ctx context.Context, tx pgx.Tx, after int64, locale string, out *Changes) (err error) {
	changed := out.Reset || len(out.Statements) > 0
	if !changed {
		if changed, err = s.Bonus.ChangedSince(ctx, tx, web.Member(ctx), after); err != nil || !changed {
			return err
		}
	}
	out.Bonuses, err = s.Bonus.Cards(ctx, tx, identity.Caller(ctx), locale)
	return err
}

// changeList reads the changed rows of one kind.
type changeList struct {
	// readChanges reads the changed rows, and returns the version up to which they are complete.
	readChanges func(ctx context.Context, q pg.DB, member, after, newest int64) (int64, error)
	// addUpTo adds the rows up to a version to the response.
	addUpTo func(upTo int64)
}

func newChangeList[T any](since func(context.Context, pg.DB, int64, int64, int) ([]T, error), version func(T) int64, out *[]T) changeList {
	var rows []T
	return changeList{
		readChanges: func(ctx context.Context, q pg.DB, member, after, newest int64) (_ int64, err error) {
			if rows, err = since(ctx, q, member, after, syncPage+1); err != nil || len(rows) <= syncPage {
				return newest, err
			}
			return version(rows[syncPage-1]), nil
		},
		addUpTo: func(upTo int64) {
			for _, r := range rows {
				if version(r) <= upTo {
					*out = append(*out, r)
				}
			}
		},
	}
}

// readCursor returns the version from which to continue. For a cursor of another epoch, or one above
// the newest version, known is false and the sync starts from the beginning. Error: INVALID_USER_INFO (cursor).
func readCursor(cursor, epoch string, newest int64) (after int64, known bool, err error) {
	if cursor == "" {
		return 0, false, nil
	}
	cursorEpoch, number, ok := strings.Cut(cursor, ".")
	after, parse := strconv.ParseInt(number, 10, 64)
	if !ok || parse != nil || after < 0 || len(cursor) > 64 {
		return 0, false, apperr.Field(apperr.InvalidUserInfo, "cursor")
	}
	if cursorEpoch != epoch || after > newest {
		return 0, false, nil
	}
	return after, true, nil
}
