/** What the server answers itself, also to a navigation: its own parts, and files, whose names have a dot. */
export const NOT_THE_APP = [
  /^\/api(\/|$)/,
  /^\/hooks(\/|$)/,
  /^\/operator(\/|$)/,
  /^\/media(\/|$)/,
  /^\/play(-door)?(\/|$)/,
  /^\/webhook(\/|$)/,
  /^\/(healthz|readyz)$/,
  // Where a password is changed, and whatever else is asked for at a place that every site has.
  /^\/\.well-known(\/|$)/,
  /\/[^/]+\.\w+$/,
];
