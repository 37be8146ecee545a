// Package chat is the talk between a member or guest and support.
//
// # The truth and the hint
//
// A message is a row with the next number of its conversation, given under the
// conversation's row lock: numbers have no gaps, and their order is the order
// of commits. The sender names each message (clientId); the name is kept for
// ever, so a repeat, whenever it comes, answers the first one's number and
// makes nothing new. Sockets only carry hints of what the database holds. Who
// was away asks for all that follows the last number it has.
//
//	app: typed -> queued -> POST send-message ----> row (seq n) -> {_id, seq}
//	                          ^         |               |
//	       no answer: again --+         |            hint over the bus
//	                                    v               v
//	                        the same clientId        sockets of the room
//	                        answers n again          (lost? history afterSeq)
//
// # Who is who
//
// A member is told by the token, a guest by the id that the browser made and
// presents with each call; the id is a secret and only its hash is kept. What
// a call claims besides (userId, a room) is compared, never believed. A guest
// who signs in takes the conversation along: its messages are appended to the
// member's with new numbers, and the guest id opens nothing any more.
//
// # Reading
//
// Each side has one mark, which only moves forward. A conversation waits since
// the oldest message that support has not answered.
//
// # What a crash leaves
//
//	before the row commits  nothing; the app sends again
//	after it, before the    the row; the app sends again and gets its number,
//	  answer or the hint    the other side finds it at its next resume
//	during an upload        a file without a row; the app sends again
//	while joining a guest   nothing or everything: one transaction
//	after support's reply   reply and push job, or neither
//
// # Media
//
// Files lie outside the database, by content. A message names its file by a
// path (chat/<id>); each delivery adds addresses signed for an hour, because
// an <img> sends no headers. Type goes by content, never by name.
package chat
