/** The playlists of the shop, each a selection of the tracks. */
import { dateText } from './calendar.ts';
import { isVideo, type Track } from './catalogue.ts';
import { createRandom } from './random.ts';

interface Playlist {
  readonly name: string;
  readonly includes: (track: Track) => boolean;
  /** At most this many of the matching tracks. */
  readonly length?: number;
}

const genreIs = (...names: string[]) => {
  const wanted = new Set(names);
  return (track: Track) => wanted.has(track.album.artist.genre.name);
};
const releasedIn = (decade: string) => (track: Track) => dateText(track.album.releaseDay).startsWith(decade);

const playlists: readonly Playlist[] = [
  { name: 'Music', includes: (track) => !isVideo(track) },
  { name: 'Music Videos', includes: isVideo },
  { name: 'Audiobooks', includes: () => false },
  { name: '90’s Music', includes: releasedIn('199') },
  { name: 'Fit for the Whole Family', includes: (track) => !track.explicit, length: 2000 },
  { name: 'Classical', includes: genreIs('Classical', 'Opera') },
  { name: 'Heavy Lifting', includes: genreIs('Metal'), length: 90 },
  { name: 'Brazilian Music', includes: genreIs('Bossa Nova') },
  { name: 'Late Night Jazz & Blues', includes: genreIs('Jazz', 'Blues') },
  { name: 'Summer Road Trip ☀️🚗🎶', includes: genreIs('Rock', 'Pop', 'Country', 'Latin'), length: 240 },
  { name: 'Café Crème', includes: genreIs('Chanson', 'Bossa Nova', 'Easy Listening'), length: 120 },
  { name: '中文精选', includes: genreIs('Mandopop') },
  { name: 'Fjell og fjord på øret', includes: genreIs('Nordic Folk', 'Ambient') },
  {
    name: 'Für ruhige Stunden',
    includes: genreIs('Ambient', 'Classical', 'Folk', 'Soundtrack'),
    length: 180,
  },
  { name: 'New This Year', includes: releasedIn('2025') },
  { name: 'Long Players', includes: (track) => track.milliseconds >= 480_000 },
  { name: 'Everything in Two Minutes', includes: (track) => track.milliseconds < 150_000 },
  { name: 'On-The-Go 1', includes: () => true, length: 1 },
];

export const playlistRows = () => playlists.map(({ name }, index) => ({ PlaylistId: index + 1, Name: name }));

export function playlistTrackRows(tracks: readonly Track[]) {
  const random = createRandom('playlists');
  return playlists.flatMap(({ includes, length }, index) =>
    random
      .shuffle(tracks.filter(includes))
      .slice(0, length)
      .map((track) => track.id)
      .sort((a, b) => a - b)
      .map((trackId) => ({ PlaylistId: index + 1, TrackId: trackId })),
  );
}
