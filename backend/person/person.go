// Package person tells which accounts seem to be one person's, for all that is had, or
// closed, once per person.
//
// # Signs
//
//	the same device        one browser's cookie at any sign-in of both           strong
//	the same bank account  one's deposits came from what the other has now       strong
//	the same holder        names as they are compared, whole                     weak
//	the same address       decides nothing: carriers put thousands behind one
//
// The views same_person and same_holder are the one place of the signs; queries of other
// domains ask them inside their own statements. What a person has found of a pair ("not the
// same person", not_same_person) takes the pair out of both.
//
// # What follows
//
//	                               strong              crowd (*)          name alone
//	a promotion                    PROMOTION_RECEIVED  the same           had
//	a bonus so often in a life     BONUS_MAX_CLAIMED   the same           had
//	an invite bonus                INVITE_INACTIVE     the same           had
//	the first payout after         goes on             goes on            waits for a person, where
//	  a reward                                                            both had one
//	one has closed play            PLAY_IN_REVIEW,     support looks      support looks, once the
//	                               support looks                          namesake signs in
//
// (*) Every device that they share is one on which more than five members signed in: a
// shop's, a family's. Its members have a reward once all the same, which costs nobody
// anything, until an operator has said of a member that they are not the same person.
//
// PLAY_IN_REVIEW closes ways into games, and rewards. Deposits and what comes out are as
// ever, and what a bonus holds it holds: else two accounts of one person could lift it by
// excluding one of them. Support finds them to be one person, and play is closed for both,
// with all that follows from it; or not, and play is open, also for whatever comes later.
//
// Coupons are no reward without a deposit: coins want deposits and play.
//
// # Two at once
//
// Two accounts of one person that take a promotion at the same moment are each under the
// lock of their own wallet. LockBatch locks, before that, every device and bank account that
// a member was seen with; so the second sees what the first has taken.
//
// # What one can do to it
//
//	clear the cookie, a new browser     no strong sign: the name is left, and a payout waits
//	another's name at another bank      the first payout waits, nothing is refused
//	sign in on a victim's phone, or     rewards are once for both; support says not the same
//	  have them sign in on mine
//	exclude myself, to close another's  needs that they sign in on my browser; support opens
//	  play                              it; their money moves as ever
//	fill a device with members          crowd: it closes nothing, rewards stay refused; a
//	                                    sign-in writes 100 rows at most
//	be refused as an honest spouse      an operator who has spoken to them says so at the
//	                                    member: nothing is refused any more
package person

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/person/internal/db"
)

// LockBatch queues the lock of all accounts that seem to be one person's, until the end of
// the transaction. It comes before the wallet's.
func LockBatch(b *pgx.Batch, member int64) { b.Queue(db.Lock, member) }

// Found is what an operator found of two accounts, or of one and all that seem to belong
// together with it.
type Found struct {
	Member, Other int64
	By            int64 // the operator
	Why           string
	At            time.Time
}

// NotSameTx notes that two accounts are not one person's. The pair is never asked about
// again, and nothing that one does closes or refuses anything for the other.
func NotSameTx(ctx context.Context, tx pgx.Tx, f Found) error {
	return db.New(tx).NotSame(ctx, db.NotSameParams{MemberID: f.Member, OtherID: f.Other, By: f.By, Why: f.Why, Now: f.At})
}

// NotSameAnyTx is NotSameTx of all accounts that seem to belong together with one; Other is
// not looked at. It answers whether there were any.
func NotSameAnyTx(ctx context.Context, tx pgx.Tx, f Found) (any bool, err error) {
	n, err := db.New(tx).NotSameAny(ctx, db.NotSameAnyParams{MemberID: f.Member, By: f.By, Why: f.Why, Now: f.At})
	return n > 0, err
}
