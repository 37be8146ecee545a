package main

// listHistoryRuns returns the runs in which more happens than a loss of payments and members' commands.
func listHistoryRuns() []run {
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
		{name: "nameless-game", play: withGame(namelessGame)},
	}
}
