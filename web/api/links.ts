// `Link` headers of responses.

export interface HeaderLink {
  readonly target: string;
  readonly title: string;
}

/** The link with this relation, in the form that the service writes. */
export function linkOf({ headers }: Response, rel: string): HeaderLink | null {
  const links = (headers.get('link') ?? '').split(/,\s*(?=<)/);
  const link = links.find((one) => one.includes(`; rel="${rel}"`));
  if (link === undefined) return null;
  const [, target = ''] = /^<([^>]*)>/.exec(link) ?? [];
  const [, title = ''] = /; title\*=UTF-8''([^;,\s]+)/.exec(link) ?? [];
  return { target, title: decodeURIComponent(title) };
}
