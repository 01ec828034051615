"""The data folder and what is kept in it."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trainer import paths


def test_the_data_folder_is_the_chosen_one_then_the_environments_then_instance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths.data_folder() == paths.ROOT / "instance"
    monkeypatch.setenv("DATA", "kept")
    assert paths.data_folder() == tmp_path / "kept"
    assert paths.data_folder("other") == tmp_path / "other"
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(paths.FolderError) as refused:
        paths.writable_folder(tmp_path / "file" / "data")
    assert str(refused.value).startswith(f"The data folder {tmp_path}/file/data cannot be written: ")


def test_kernels_are_kept_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "before")
    assert paths.use_kernel_cache(tmp_path / "data") == tmp_path / "data" / "cache"
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "data" / "cache")
    assert not (tmp_path / "data").exists()


def test_kernels_that_cannot_be_kept_compile_for_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "before")
    (tmp_path / "file").write_text("")
    assert paths.use_kernel_cache(tmp_path / "file") is None
    passing = Path(os.environ["NUMBA_CACHE_DIR"])
    assert passing.is_dir()
    assert tmp_path not in passing.parents


def test_everybody_who_starts_at_once_reads_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(paths.secret_key, [tmp_path] * 8))
    assert len(keys) == 1
    assert [len(k) for k in keys] == [64]
    assert [p.name for p in tmp_path.iterdir()] == ["secret"]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", [b"", b" \n", b"k" * 31, "\u00fc".encode() * 32, b"\xff" * 64])
def test_nothing_is_ever_signed_with_a_damaged_key(tmp_path: Path, damaged: bytes) -> None:
    key = tmp_path / "secret"
    key.write_bytes(damaged)
    with pytest.raises(paths.FolderError) as refused:
        paths.secret_key(tmp_path)
    assert str(key) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert key.read_bytes() == damaged
