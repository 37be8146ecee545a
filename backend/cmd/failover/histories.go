package main

// historyRuns are the failovers to a standby that is behind in which more happens than members' commands.
func historyRuns() []run {
	return []run{
		{name: "two-servers", standby: true, second: true, play: playTwoServers},
		{name: "walk-killed", standby: true, play: playComparisonKilled},
		{name: "second-failover/during", standby: true, play: playSecondFailover(true)},
		{name: "second-failover/after", standby: true, play: playSecondFailover(false)},
		{name: "late-lists", standby: true, play: playLateLists},
		{name: "pending-then-failed", standby: true, play: playPendingThenFailed},
		{name: "nobody", standby: true, play: playUnassigned},
		{name: "three-pages", standby: true, play: playThreePages},
		{name: "gateway-away", standby: true, play: playGatewayAway},
		{name: "nameless-game", play: playYesterdayIn(namelessGame)},
	}
}
