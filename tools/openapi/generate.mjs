// Writes the app's API types from the OpenAPI document ("the contract"): its schemas, and a map from path and method to
// each call's parameters and response. The client's types come from this map.
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@hey-api/openapi-ts';

const CONTRACT = new URL('../../bin/openapi.json', import.meta.url);
const SCRATCH = new URL('../../bin/api-types/', import.meta.url);
const TARGET = new URL('../../pwa/src/data/api/schema.gen.ts', import.meta.url);
const METHODS = ['get', 'post', 'put', 'delete'];

const contract = JSON.parse(await readFile(CONTRACT, 'utf8'));
closeObjects(contract);
delete contract.components.responses;
for (const operation of operationsOf(contract)) {
  // The client itself reads failures and headers, so they have no types here.
  for (const status of Object.keys(operation.responses)) {
    if (!status.startsWith('2')) delete operation.responses[status];
  }
  operation.operationId = camelCase(operation.operationId);
  operation.parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header');
}
await createClient({
  input: contract,
  output: SCRATCH.pathname,
  logs: { level: 'silent' },
  // Schemas keep the names that they have in the contract.
  plugins: [{ name: '@hey-api/typescript', case: 'preserve' }],
});
const types = await readFile(new URL('types.gen.ts', SCRATCH), 'utf8');
await writeFile(TARGET, [types, schemas(contract), routes(contract)].join('\n'));

/**
 * Removes "additionalProperties: true" from objects. The contract allows every object to have fields that an
 * older app does not know, and the app must not rely on them. A real map, such as `lookups`, declares the
 * type of its values instead and stays a map.
 */
function closeObjects(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.additionalProperties === true && !Array.isArray(node)) delete node.additionalProperties;
  for (const child of Object.values(node)) closeObjects(child);
}

/** Returns the operations of all paths. */
function operationsOf({ paths }) {
  return Object.values(paths).flatMap((path) => METHODS.map((method) => path[method]).filter(Boolean));
}

/** Converts a name like the generator does, so that the map refers to existing type names. */
function camelCase(id) {
  const joined = id.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return joined.replace(/([A-Z])([A-Z]+)(?![a-z])/g, (_, first, rest) => first + rest.toLowerCase());
}

function schemas({ components }) {
  const lines = Object.keys(components.schemas).map((name) => `  ${name}: ${name};`);
  return `/** The schemas by the contract's names. */\nexport interface Schemas {\n${lines.join('\n')}\n}\n`;
}

function routes({ paths }) {
  const lines = Object.entries(paths).map(([path, item]) => {
    const calls = METHODS.filter((method) => item[method]).map((method) => {
      const { operationId } = item[method];
      return `${method.toUpperCase()}: { takes: ${operationId}Data; answers: ${operationId}Response };`;
    });
    return `  '${path}': { ${calls.join(' ')} };`;
  });
  return `/** The parameters and the response of each call, by path and method. */\nexport interface Routes {\n${lines.join('\n')}\n}\n`;
}
