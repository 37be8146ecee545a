/**
 * Script addresses under the strict Trusted Types rule of the page: only our own origin's may be
 * loaded as a worker or service worker.
 */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/**
 * Stands in the page's Content-Security-Policy. As the default policy it also judges addresses
 * that a library hands over as plain strings; HTML and script text have no rule here, and so stay
 * refused.
 */
const POLICY = 'default';

let policy: ScriptUrlPolicy | undefined;

/** Throws where the address is not of our origin. */
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
