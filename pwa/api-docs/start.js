// Shows the contract. "Try it out" sends the mark that every member call needs.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  requestInterceptor(request) {
    request.headers['X-Requested-With'] = 'wallet-user';
    return request;
  },
});
