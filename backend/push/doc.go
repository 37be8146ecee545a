// Package push notifies members and guests of what happened while the app was closed. It implements
// Web Push (RFC 8030) with encryption (RFC 8291) and server identification (RFC 8292) on the standard
// library.
//
// # A subscription
//
//	         subscribe              subscribe by another owner
//	(none) ------------> owner's ------------------------------> theirs, new id
//	   ^                    |   \ the guest signs in: the member's, same id
//	   |                    |
//	   +--------------------+  unsubscribe; 404, 410, another VAPID key; session
//	                           ended; cap; member deleted; unused for half a year
//
// An endpoint is one browser. Its owner is the last caller who subscribed. Jobs refer to a
// subscription by its id, so a push to an earlier owner of the same phone finds no subscription.
//
// # A notice
//
//	NotifyTx ---> job ---> sent ---> 2xx: done
//	              ^  \       |
//	              |   \      +-----> 429, 5xx, no response: again, after Retry-After
//	              +----\-----+       if the service sent it, for a day
//	                    \    +-----> 404, 410: the subscription is deleted
//	                     v   +-----> 400, 401, 403, 413: given up, logged
//	       session ended: the subscription is deleted, nothing is sent
//
// The text is written when it is sent, in the browser's language. It has amounts and names only for a
// member who allows them. The push service cannot read the text. It sees our public key, one of four
// lengths, urgency and topic.
//
// The endpoint is chosen by a stranger, and our server calls it. It must be https at a known push
// service, on the usual port. Every connection is checked again after the name was resolved. No
// redirect is followed and no proxy is used.
//
// # After a crash
//
//	before the caller's commit  nothing: no job, no push
//	after it                    the job; it runs at the next start
//	after the post, before the  a job that runs again: the second push has the
//	  job is marked done        first one's topic and tag, and shows once
//	after 410, before the row   the row; the next push receives 410 again
//	  is deleted
package push
