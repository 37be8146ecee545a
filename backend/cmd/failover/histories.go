package main

// listHistoryRuns returns the runs in which more happens than a loss of payments and members' commands.
func listHistoryRuns() []run {
	return []run{
		{name: "two-servers", standby: true, second: true, run: runTwoServers},
		{name: "walk-killed", standby: true, run: runComparisonKilled},
		{name: "second-failover/during", standby: true, run: secondFailover(true)},
		{name: "second-failover/after", standby: true, run: secondFailover(false)},
		{name: "late-lists", standby: true, run: runLateLists},
		{name: "pending-then-failed", standby: true, run: runPendingThenFailed},
		{name: "nobody", standby: true, run: runUnassigned},
		{name: "three-pages", standby: true, run: runThreePages},
		{name: "gateway-away", standby: true, run: runGatewayAway},
		{name: "nameless-game", run: withGame(namelessGame)},
	}
}
