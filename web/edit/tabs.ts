// Each tray belongs to one tab: duplicating a tab copies its session storage, and both tabs would insert the same new
// rows.

const channel = new BroadcastChannel('joinery tray');

interface Message {
  readonly tray: string;
  /** When the page that sends this was loaded. */
  readonly since: number;
  readonly isAnswer: boolean;
}

/** `trayId` returns the id of this tab's tray; `isRestored` says that it was there when the page was loaded. */
export function ensureSingleTab(trayId: () => string, isRestored: boolean, onDuplicate: () => void): void {
  const since = performance.timeOrigin;
  const announce = (isAnswer: boolean) =>
    channel.postMessage({ tray: trayId(), since, isAnswer } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.tray !== trayId()) return;
    if (data.isAnswer && data.since < since) onDuplicate();
    else if (!data.isAnswer && data.since > since) announce(true);
  };
  if (isRestored) announce(false);
}
