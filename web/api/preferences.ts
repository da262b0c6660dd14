// A user's preferences: one JSON object, stored by the service and interpreted by the page.
import { callText } from './client.ts';
import type { Tagged } from './saved.ts';

const path = '/me/preferences';

async function tagged(answer: ReturnType<typeof callText>): Promise<Tagged<unknown>> {
  const { text, headers } = await answer;
  return { value: JSON.parse(text), tag: headers.get('etag') ?? '' };
}

export const preferences = {
  get: () => tagged(callText(path, {})),
  put: (body: object, tag: string) => tagged(callText(path, { method: 'PUT', body, ifMatch: tag })),
};
