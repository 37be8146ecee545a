// Package spin is the prize wheel. Deposited and played money earns coins, and coins pay for spins. Each
// member can check that their spins were fair. Spins win coupons, which are claimed into the wallet.
//
// # Coins
//
// A member earns one coin for each full 100 baht (coinPer) of the smaller of two figures. The remainder stays
// for the next coin.
//
//	mark      the highest value that deposits less withdrawals have reached. Each credit and
//	          each withdrawal adds to the difference (CountMoneyBatch, one upsert under the
//	          wallet's lock). A withdrawal counts from its hold, so money on its way out does
//	          not count twice; a cancelled one counts again. A correction by two operators counts
//	          like the deposit or withdrawal that it corrects. Money held for return never
//	          counts.
//	turnover  all valid stakes of the member, weighted by the share of their slot, each play
//	          with its last revision. A job follows the changed days of play (games/play)
//	          and recomputes the sums. The sum falls when a play is voided: coins stay, and
//	          new ones come once the smaller figure exceeds what was already counted.
//
// So money that is deposited and withdrawn again earns nothing. Neither does play with money that was never
// deposited. The job posts the coins in the ledger, CoinMint -> the member's points; coins are counted
// nowhere else.
//
// A coin costs its member a game's edge: of 100 baht staked in a game with an edge of 5 %, five baht.
// Operators see the mean prize of a spin next to the lowest edge of the open games, and next to the percentages
// of refunds and invite bonuses.
//
// # A seed
//
//	setup, spin            rotate; 30 days; another wheel
//	-----------> LIVE --------------------------------------> TOLD
//	             draws                                         draws nothing, ever
//
// A member has one live seed. Its commitment (fair.go, docs/fair-wheel.md) binds the server's seed and the
// wheel's slices, weights and prizes before the phone makes its own seed. The first spin fixes the phone's
// seed. All of this happens under the wallet's lock. If a spin and a rotation run concurrently, the second
// one sees what the first one wrote.
//
// # A spin
//
//	key -> lock -> guards -> coin? -> wheel in force? -> the intended seed? -> draw
//	   -> coin to CoinMint, spin, coupon, nonce, version -> response under the key
//
// This is one transaction. The app has the outcome before it animates the wheel.
//
// # A coupon
//
//	won            claim: LuckyDraws -> wallet, bonus line
//	----> OPEN ------------------------------------------> CLAIMED
//	        \  30 days
//	         +--------> expired: no job, only the time decides
//
// A prize's code has one value forever. So all coupons of one code are alike, and keep the value that they
// had when they were won.
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
//	deposit, withdraw, deposit again    the mark has to be exceeded: no coin
//	deposit much, withdraw it unplayed  no coin: nothing was staked
//	stake the same money many times     coins up to what was deposited, no more
//	bet on both sides of a game         costs its edge twice, and earns as two stakes do:
//	                                    see the table of schemes in docs/figures.md
//	have a play voided after its coin   the coin stays; the next ones need the turnover again
//	play where the share is 0           no coin
//	deposit twice while a payout is     the withdrawal counts from its hold: no coin
//	  on its way
//	two spins with one coin             the lock: NO_DATA
//	repeat a spin for a better slice    the key returns the same slice
//	wait for a good seed                no one can know the next spin before it is drawn;
//	                                    rotating gives another unknown seed
//	choose one's own client seed        it is fixed after the server's is committed
//	spin with a revealed seed           the seed is not live: SEED_CHANGED
//	spin with the odds of before        the commitment names the wheel: SEED_CHANGED
//	claim one coupon twice at once      its row is locked after the wallet
//	claim while excluded, frozen        the guards
//	claim into an active bonus, whose   BONUS_REMAINING: the coupon waits
//	  total and turnover would include it
//	claim, and take the money out       a prize with turnover is owed (package turnover)
//
// # How the operator could abuse it
//
//	draw until the outcome suits the    the commitment was shown before the phone made its
//	  operator, or change the odds      seed
//	leave spins out                     nonces have no gaps, and the phone keeps its own
//	                                    record
//	take a large prize back             the console only shows it
package spin
