// One tray, one tab: a browser that duplicates a tab copies what it keeps, and the same new rows would be made by both.

const channel = new BroadcastChannel('joinery tray');

interface Message {
  readonly tray: string;
  /** When the page that says so was loaded. */
  readonly since: number;
  readonly isAnswer: boolean;
}

/** `trayId` is that of the tray here; `isKept` says that it was there when the page was loaded. */
export function keepToOneTab(trayId: () => string, isKept: boolean, onElsewhere: () => void): void {
  const since = performance.timeOrigin;
  const tell = (isAnswer: boolean) =>
    channel.postMessage({ tray: trayId(), since, isAnswer } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.tray !== trayId()) return;
    if (data.isAnswer && data.since < since) onElsewhere();
    else if (!data.isAnswer && data.since > since) tell(true);
  };
  if (isKept) tell(false);
}
