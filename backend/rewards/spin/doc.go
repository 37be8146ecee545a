// Package spin is the prize wheel. Deposited and played money earns coins, coins pay for spins that anybody
// can check, and spins win coupons that are claimed into the wallet.
//
// # Coins
//
// A member earns one coin for each full 100 baht (coinPer) of the smaller of two figures. The remainder
// carries over.
//
//	mark      the highest value that deposits less withdrawals have reached. Each credit and
//	          each withdrawal adds to the difference (MovedBatch, one upsert under the
//	          wallet's lock). A withdrawal counts from its hold, so money on its way out does
//	          not count twice; a cancelled one counts again. A correction by two people counts
//	          like the deposit or withdrawal that it corrects. Money held for return never
//	          counts.
//	turnover  all valid stakes of the member, weighted by the share of their slot, each play
//	          as its last revision says. A job follows the changed days of play (games/play)
//	          and recomputes the sums. The sum falls when a play is voided: coins stay, and
//	          new ones come once the smaller figure passes what was counted.
//
// So money that only passes through earns nothing. Neither does play with money that was never deposited.
// The job posts the coins in the ledger, CoinMint -> the member's points; coins are counted nowhere else.
//
// A coin costs its member a game's edge: of 100 baht staked in a game with an edge of 5 %, five. Operators
// see the mean prize of a spin with the lowest edge of the open games, and with what refunds and invite
// bonuses give back.
//
// # A seed
//
//	setup, spin            rotate; 30 days; another wheel
//	-----------> LIVE --------------------------------------> TOLD
//	             draws                                         draws nothing, ever
//
// A member has one live seed. Its commitment (fair.go, docs/fair-wheel.md) binds the server's seed and the
// wheel's slices, weights and prizes before the phone makes its own seed. The first spin fixes the phone's
// seed. All of this happens under the wallet's lock. Of a concurrent spin and rotation one comes first, and
// the other sees it.
//
// # A spin
//
//	key -> lock -> guards -> coin? -> wheel in force? -> the intended seed? -> draw
//	   -> coin to CoinMint, spin, coupon, nonce, version -> response under the key
//
// This is one transaction. The phone knows the outcome before its wheel turns.
//
// # A coupon
//
//	won            claim: LuckyDraws -> wallet, bonus line
//	----> OPEN ------------------------------------------> CLAIMED
//	        \  30 days
//	         +--------> expired: only its time says so
//
// A prize's code has one value for ever. So coupons of one code are alike, and keep what they were worth
// when they were won.
//
// # What a crash leaves
//
//	after a credit or a play, before    the smaller figure is above what was counted: the
//	  the job                           next run posts the coins
//	while plays are followed            sums and the position in the days of play are one
//	                                    transaction, and a sum computed twice is the same
//	in the job                          coins and count are one transaction
//	before a spin commits               nothing: the key is free, the coin is there
//	after it, before the response       the repeat reads the stored response: same slice
//	before a claim commits              the coupon
//	after it                            the repeat reads the stored response
//	after a rotation                    the seed is revealed, the next setup makes another
//
// # How it can be abused
//
//	deposit, withdraw, deposit again    the mark has to be passed: no coin
//	deposit much, withdraw it unplayed  no coin: nothing was staked
//	stake the same money many times     coins up to what was deposited, no more
//	bet on both sides of a game         costs its edge twice, and earns as two stakes do:
//	                                    see the table of schemes in docs/figures.md
//	have a play voided after its coin   the coin stays; the next ones need the turnover again
//	play where the share is 0           no coin
//	deposit twice while a payout is     the hold has left already: no coin
//	  on its way
//	two spins with one coin             the lock: NO_DATA
//	repeat a spin for a better slice    the key returns the same slice
//	wait for a good seed                the next nonce says nothing until it is drawn;
//	                                    rotating gives another unknown one
//	choose one's own client seed        it is fixed after the server's is committed
//	spin with a revealed seed           it is not live: SEED_CHANGED
//	spin with the odds of before        the commitment names the wheel: SEED_CHANGED
//	claim one coupon twice at once      its row is locked after the wallet
//	claim while excluded, frozen        the guards
//	claim into an active bonus, whose   BONUS_REMAINING: the coupon waits
//	  total and turnover it would blur
//	claim, and take the money out       a prize with turnover is owed (package turnover)
//
// # How the operator could abuse it
//
//	draw until the outcome suits it,    the commitment was shown before the phone's seed
//	  or change the odds                was made
//	leave spins out                     nonces have no gaps, and the phone keeps its own
//	                                    record
//	take a large prize back             the console only shows it
package spin
