// Package push tells members and guests what happened while the app was away:
// Web Push (RFC 8030) with its encryption (RFC 8291) and our identity (RFC
// 8292), on the standard library.
//
// # A subscription
//
//	         subscribe              subscribe by somebody else
//	(none) ------------> owner's ------------------------------> theirs, new id
//	   ^                    |   \ the guest signs in: the member's, same id
//	   |                    |
//	   +--------------------+  unsubscribe; 404, 410, another VAPID key; session
//	                           ended; cap; member dropped; half a year's silence
//
// An endpoint is one browser and has one owner: who subscribed last. Jobs name
// a subscription by its id, so a push on its way to the one before, who used
// the same phone, finds nobody.
//
// # A notice
//
//	NotifyTx ---> job ---> sent ---> 2xx: done
//	              ^  \       |
//	              |   \      +-----> 429, 5xx, no answer: again, after Retry-After
//	              +----\-----+       when the service names it, for a day
//	                    \    +-----> 404, 410: the subscription goes
//	                     v   +-----> 400, 401, 403, 413: given up, in the log
//	       session ended: the subscription goes, nothing is sent
//
// The text is written when it is sent, in the browser's language, with amounts
// and names only for a member who allows them. The push service sees neither:
// it sees our key's name, one of four lengths, urgency and topic.
//
// The endpoint comes from a stranger and our server calls it. It must be a known
// push service's, https, on the usual port; every connection is checked again
// after the name was resolved, no redirect is followed and no proxy asked.
//
// # What a crash leaves
//
//	before the caller's commit  nothing: no job, no push
//	after it                    the job; it runs at the next start
//	after the post, before the  a job that runs again: the second push has the
//	  job is marked done        first one's topic and tag, and shows once
//	after 410, before the row   the row; the next push hears 410 again
//	  is deleted
package push
