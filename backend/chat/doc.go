// Package chat is the conversation of a member or guest with support.
//
// # Messages and change notifications
//
// A message is a row with the next number of its conversation. The number is assigned under the
// conversation's row lock: numbers have no gaps, and their order is the order of commits. The sender
// gives each message an id (clientId), which is stored for ever. A repeat, however late, returns the
// first message's number and adds nothing. Sockets only carry change notifications. An app that was
// offline fetches all messages after the last number it has.
//
//	app: typed -> queued -> POST send-message ----> row (seq n) -> {_id, seq}
//	                          ^         |               |
//	    no response: again ---+         |            notification over the bus
//	                                    v               v
//	                        the same clientId        sockets of the room
//	                        returns n again          (lost? history afterSeq)
//
// # Customers
//
// A member is identified by the token. A guest is identified by an id that the browser made and sends
// with each call. The id is a secret, and only its hash is stored. Other claims of a call (userId, a
// room) are only compared. When a guest signs in, the guest's messages are appended to the member's
// conversation with new numbers, and the guest id becomes invalid.
//
// # Reading
//
// Each side has one read mark, which only moves forward. A conversation counts as waiting from its
// oldest message to which support has not replied.
//
// # After a crash
//
//	before the row commits  nothing; the app sends again
//	after it, before the    the row; the app sends again and gets its number,
//	  response or the       the other side finds it at its next resume
//	  notification
//	during an upload        a file without a row; the app sends again
//	while joining a guest   nothing or everything: one transaction
//	after support's reply   reply and push job, or neither
//
// # Media
//
// Files are stored outside the database; a file's name is derived from its content. A message refers
// to a file by a path (chat/<id>). Each delivery adds addresses signed for an hour, because an <img>
// sends no headers. A file's type is detected from its content, never from its name.
package chat
