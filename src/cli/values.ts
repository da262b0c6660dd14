// Parses parameter values; an invalid value is refused with a description of a valid one.
import { isIPv4 } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { isProxy } from '../http/gate/proxies.ts';

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

export function readCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1_000) return count;
  throw new InvalidArgumentError('It must be a number from 1 to 1000.');
}

/** In milliseconds. */
export function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= 36_500) return days * 86_400_000;
  throw new InvalidArgumentError('It must be a number of days, from 1 on.');
}

/** Must be encrypted: anybody who can read or change the provider's answers decides who gets in. */
export function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== null && isSafe && url.search + url.hash + url.username + url.password === '') return url;
  throw new InvalidArgumentError(
    'It must look like https://accounts.example.com; http is for providers on this machine.',
  );
}

/** Whether the address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
}

export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username + url.password === '';
  if (fits) {
    let { href } = url;
    while (href.endsWith('/')) href = href.slice(0, -1);
    return href;
  }
  throw new InvalidArgumentError(
    'It must look like https://data.example.com or https://example.com/joinery.',
  );
}

/** Whether there is such a host is found out by listening there. */
export function readHost(text: string): string {
  const host = text.trim();
  if (host !== '') return host;
  throw new InvalidArgumentError('It must be an address of this machine, like 127.0.0.1 or 0.0.0.0.');
}

/** A variable may contain several names, separated by commas. */
export function readHosts(text: string, before: readonly string[]): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length > 0 && names.every((name) => /^[a-z0-9._-]+$/i.test(name))) return [...before, ...names];
  throw new InvalidArgumentError('It must be a host name without scheme and port, like data.example.com.');
}

/** PostgreSQL accepts custom settings only if their names contain a dot. */
export function readSetting(text: string): string {
  if (/^[a-z_]\w*(\.[a-z_]\w*)+$/i.test(text)) return text;
  throw new InvalidArgumentError('It must have a dot in it, like app.user.');
}

export function readNames(text: string, before: readonly string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return [...before, ...names];
  throw new InvalidArgumentError('It must be the name of a user.');
}

export function readProxies(text: string, before: readonly string[]): string[] {
  const proxies = text.split(/[\s,]+/).filter((part) => part !== '');
  if (proxies.length > 0 && proxies.every(isProxy)) return [...before, ...proxies];
  throw new InvalidArgumentError('It must be an IP address or a network, like 10.0.0.7 or 10.0.0.0/8.');
}

const units: Readonly<Record<string, number>> = { ms: 1, '': 1_000, s: 1_000, m: 60_000, h: 3_600_000 };

/** In milliseconds; a bare number means seconds. */
export function readDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text);
  const duration = Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN);
  // Node's timers hold 31 bits. Rounded up, because 0 means no limit.
  if (match && duration < 2 ** 31 - 1) return Math.ceil(duration);
  throw new InvalidArgumentError('Write a time like 500ms, 90s, 30m or 12h.');
}

/** Zero would end every session at once. */
export function readLifetime(text: string): number {
  const duration = readDuration(text);
  if (duration > 0) return duration;
  throw new InvalidArgumentError('It must be longer than 0; write a time like 90s, 30m or 12h.');
}
