package withdrawal

// Progress gives the tests access to progress.
var Progress = (*Service).readProgress
