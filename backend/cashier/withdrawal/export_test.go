package withdrawal

// ReadProgress gives the tests access to readProgress.
var ReadProgress = (*Service).readProgress
