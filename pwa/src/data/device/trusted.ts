/**
 * Allows script addresses under the page's strict Trusted Types policy. Only scripts of our own origin may be
 * loaded as a worker or service worker.
 */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/**
 * The name is in the page's Content-Security-Policy. The default policy also checks addresses that a
 * library passes as plain strings. HTML and script text have no rule here, so they stay refused.
 */
const POLICY = 'default';

let policy: ScriptUrlPolicy | undefined;

/** scriptUrl throws a TypeError if the address is not of our origin. */
export function scriptUrl(url: string): string {
  policy ??= makePolicy();
  return policy.createScriptURL(url);
}

function makePolicy(): ScriptUrlPolicy {
  const rules: ScriptUrlPolicy = {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) {
        throw new TypeError('a script of another origin');
      }
      return url;
    },
  };
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  return factory?.createPolicy(POLICY, rules) ?? rules;
}
