// Package person decides which accounts seem to belong to one person. Other packages use it for what is
// allowed, or closed, once per person.
//
// # Signs
//
//	same device        both signed in with the same browser cookie                 strong
//	same bank account  one member's deposits came from the other's account         strong
//	same holder        the normalised names of the account holders are equal       weak
//	same address       both signed in from it on the same day                      decides nothing
//
// Only the views same_person (strong signs) and same_holder (weak) contain these rules. Queries of other
// domains join them. Both leave out pairs that an operator has recorded as two people (not_same_person).
//
// Mobile carriers put thousands of users behind one address. So the view same_address decides nothing:
// cashiers only see it with the other signs. It has the linked accounts, and every account at an address that
// at most five members used that day. Addresses of sign-ins are kept for 30 days.
//
// # Effects
//
//	                              strong               crowd (*)          same holder only
//	promotion                     PROMOTION_RECEIVED   PROMOTION_RECEIVED allowed
//	bonus with a lifetime limit   BONUS_MAX_CLAIMED    BONUS_MAX_CLAIMED  allowed
//	invite bonus                  INVITE_INACTIVE      INVITE_INACTIVE    allowed
//	first payout after a reward   sent                 sent               waits for a cashier if
//	                                                                      both had the reward
//	the other account is          PLAY_IN_REVIEW, an   an item for an     an item for an operator
//	  excluded                    item for an operator operator           after the next sign-in
//
// (*) More than five members signed in on each device that the two accounts share, for example a shop's
// phone. Rewards stay limited, which costs the members none of their own money. An operator removes the limit
// for a member by recording that the linked accounts are other people's.
//
// PLAY_IN_REVIEW closes games and rewards. Deposits and withdrawals stay open. An active bonus still holds a
// withdrawal: otherwise a member could exclude one account to release the bonus of another. The operator's
// finding is final. If both accounts are one person's, the second account is excluded like the first. If they
// are two people's, the pair is never compared again.
//
// Coupons need no rule of their own: coins require deposits and play.
//
// # Concurrency
//
// Two accounts of one person that take a promotion at the same moment lock two different wallets. LockBatch
// therefore locks every device and bank account of the member first, so the second command sees the first
// one's row.
//
// # Attacks
//
//	delete the cookie, use a new browser  no strong sign; the holder's name remains, and the
//	                                      first payout waits; the cashier sees the address
//	borrow a name at another bank         the first payout waits; nothing is refused
//	make a victim sign in on one's own    rewards are limited for both until an operator
//	  browser                             records two people
//	exclude oneself to close a linked     works only for accounts that signed in on the same
//	  account                             device; their money can still be withdrawn
//	sign in all day at changing addresses at most 50 rows a member and day, for 30 days
//	register many members on one device   crowd: nothing is closed, rewards stay limited, and
//	                                      a sign-in writes at most 100 rows
package person

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/person/internal/db"
)

// LockBatch queues the locks of a member's devices and bank accounts, held until the end of the
// transaction. It must come before the lock of the wallet.
func LockBatch(b *pgx.Batch, member int64) { b.Queue(db.Lock, member) }

// Finding is an operator's decision that two accounts belong to two people.
type Finding struct {
	Member, Other int64
	By            int64 // the operator
	Why           string
	At            time.Time
}

// RecordDifferentTx stores a finding. From then on neither account limits or closes anything for the other.
func RecordDifferentTx(ctx context.Context, tx pgx.Tx, f Finding) error {
	return db.New(tx).InsertFinding(ctx, db.InsertFindingParams{MemberID: f.Member, OtherID: f.Other, By: f.By, Why: f.Why, Now: f.At})
}

// RecordAllDifferentTx stores a finding for every account that is linked to f.Member, and returns whether
// there was one. It ignores f.Other.
func RecordAllDifferentTx(ctx context.Context, tx pgx.Tx, f Finding) (found bool, err error) {
	n, err := db.New(tx).InsertFindings(ctx, db.InsertFindingsParams{MemberID: f.Member, By: f.By, Why: f.Why, Now: f.At})
	return n > 0, err
}
